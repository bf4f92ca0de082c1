# A list without end.
everything = []
while True:
    everything.append(bytearray(1 << 20))
