// An array without end.
const all = [];
for (;;) all.push(new Array(1 << 16).fill(all.length + 0.5));
