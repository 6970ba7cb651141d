// A template, a nested function and a mixin, which is a file of its own to the
// compiler.
int square(T)(T value)
{
    return cast(int)(value * value);
}

mixin("int fromText(int value)\n{\n    return value + 1;\n}\n");

int outer(int count)
{
    int total = 0;
    void add(int value)
    {
        total += value;
    }
    foreach (i; 0 .. count)
        add(square(i));
    return total;
}

extern (C) int main()
{
    return outer(10) + fromText(1) == 0;
}
