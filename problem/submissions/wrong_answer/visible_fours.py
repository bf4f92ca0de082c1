# Takes only the 4s that are still on the board for born ones, and every 4 there for one.
n = int(input())
tiles = [int(word) for _ in range(n) for word in input().split()]
print(sum(tiles) // 2 - tiles.count(4) - 2)
