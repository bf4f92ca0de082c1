# Takes every birth for a 2.
n = int(input())
total = sum(int(word) for _ in range(n) for word in input().split())
print(total // 2 - 2)
