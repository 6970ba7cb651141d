-- A workload for the Lua interpreter: recursion, closures, strings, tables,
-- sorting, coroutines, metatables and errors, in fixed amounts.

local function fibonacci(n)
  if n < 2 then return n end
  return fibonacci(n - 1) + fibonacci(n - 2)
end

local function counters(n)
  local made = {}
  for i = 1, n do
    local count = i
    made[i] = function(step) count = count + step; return count end
  end
  local sum = 0
  for round = 1, 50 do
    for i = 1, n do sum = sum + made[i](round) end
  end
  return sum
end

local function words(n)
  local seen, text = {}, {}
  for i = 1, n do
    local word = string.format("w%05d", (i * 7919) % 4001)
    seen[word] = (seen[word] or 0) + 1
    text[#text + 1] = word:upper():reverse()
  end
  local joined = table.concat(text, " ")
  local matches = 0
  for digits in joined:gmatch("%d+") do matches = matches + #digits end
  return matches + select(2, joined:gsub("1", "one"))
end

local function sorted(n)
  local list, state = {}, 42
  for i = 1, n do
    state = (state * 1103515245 + 12345) % 2147483648
    list[i] = state
  end
  table.sort(list, function(a, b) return a > b end)
  return list[1]
end

local function permutations(items, n)
  n = n or #items
  if n <= 1 then coroutine.yield(items) end
  for i = 1, n do
    items[n], items[i] = items[i], items[n]
    permutations(items, n - 1)
    items[n], items[i] = items[i], items[n]
  end
end

local vector = {}
vector.__index = vector
vector.__add = function(a, b)
  return setmetatable({ x = a.x + b.x, y = a.y + b.y }, vector)
end
vector.__eq = function(a, b) return a.x == b.x and a.y == b.y end

local function walk(n)
  local here = setmetatable({ x = 0, y = 0 }, vector)
  local step = setmetatable({ x = 1, y = -1 }, vector)
  for _ = 1, n do here = here + step end
  return here == setmetatable({ x = n, y = -n }, vector)
end

local function failures(n)
  local caught = 0
  for i = 1, n do
    if not pcall(error, "failure " .. i) then caught = caught + 1 end
  end
  return caught
end

print(fibonacci(29))
print(counters(2000))
print(words(60000))
print(sorted(60000))
local count = 0
for _ in coroutine.wrap(function() permutations({ 1, 2, 3, 4, 5, 6, 7, 8 }) end)
do
  count = count + 1
end
print(count, walk(200000), failures(20000))
local chunk = load("local t = {} for i = 1, 100 do t[i] = i * i end return #t")
for _ = 1, 2000 do chunk() end
collectgarbage()
