// Reads the score as a Number, a double, which rounds above 2^53.
const words = require("fs").readFileSync(0, "utf8").trim().split(/\s+/);
const tiles = words.slice(1, -1).map(Number).filter((tile) => tile > 0);
const score = Number(words[words.length - 1]);
let sum = 0;
let allTwos = 0;
for (const tile of tiles) {
    sum += tile;
    allTwos += tile * (Math.round(Math.log2(tile)) - 1);
}
console.log(String(sum / 2 - Math.floor((allTwos - score) / 4) - 2));
