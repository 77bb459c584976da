-- Work for bench/coverage: sorting, strings, tables and floating-point numbers.
local numbers = {}
for i = 1, 300000 do numbers[i] = (i * 7919) % 1000003 end
table.sort(numbers)

local words = {}
for i = 1, 200000 do
  local word = string.format("%x", (i * 2654435761) % 65536)
  words[word] = (words[word] or 0) + 1
end
local count, longest = 0, ""
for word, times in pairs(words) do
  count = count + times
  if word:rep(times):gsub("[a-f]", "") > longest then longest = word end
end

local sum, n = 0.0, 160
local a, b = {}, {}
for i = 1, n do
  a[i], b[i] = {}, {}
  for j = 1, n do a[i][j], b[i][j] = i / j, j / i end
end
for i = 1, n do
  for j = 1, n do
    local s = 0.0
    for k = 1, n do s = s + a[i][k] * b[k][j] end
    sum = sum + s
  end
end
print(numbers[1], numbers[#numbers], count, sum)
