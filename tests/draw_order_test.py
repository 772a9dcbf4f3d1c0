#!/usr/bin/env python3
"""Finds expressions that draw two random numbers in an order which C++ leaves to the compiler.

GCC evaluates the arguments of a call from the right, clang from the left, and the operands of + as either likes:
`Vec2(random.uniform(), random.uniform())` is another place with each of them. Draws belong into named locals.
What C++ does order is let through: braces, declarations one after another, &&, ||, ?:, <<, assignments.

A draw is a method of Random, a call that is handed a Random, or a call of a function or lambda of the same file
that draws from a Random which is not its own.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("src", "apps", "bench", "tests")
METHODS = {"uniform", "integer", "normal", "chance", "bits", "shuffle"}
CONTROL = {"if", "for", "while", "switch", "constexpr"}
PAIRS = {"(": ")", "[": "]", "{": "}"}
ORDERED = {"=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "?", ":", "||", "&&", "<<", ">>"}
UNORDERED = {"|", "^", "&", "==", "!=", "<", ">", "<=", ">=", "<=>", "+", "-", "*", "/", "%"}
TOKEN = re.compile(
    r"[A-Za-z_]\w*|\.?\d(?:[\w.']|(?<=[eEpP])[+-])*|<=>|<<=|>>=|->\*?|::|&&|\|\||<<|[-+*/%|&^=!<>]=|\+\+|--|[^\s\w]")
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|^[ \t]*#(?:\\\n|[^\n])*',
                   re.DOTALL | re.MULTILINE)
DECLARED = re.compile(r"\bRandom\s*[&*]?\s*(\w+)\s*[({;,)=]")
OWN = re.compile(r"\bRandom\s+(\w+)\s*[({;,)=]")
DEFINED = re.compile(r"\b(\w+)\s*(?:=\s*\[[^\]]*\]\s*)?\(([^;{}]*)\)\s*(?:const|noexcept|mutable|override|->\s*[\w:<>]+|\s)*\{")


class Group(list):
    """What stands between two brackets."""

    def __init__(self, bracket, line):
        super().__init__()
        self.bracket, self.line = bracket, line


class Word(str):
    line = 0


def without_noise(text):
    """Comments, literals and directives become blanks; lines stay."""
    return NOISE.sub(lambda found: "0" + re.sub(r"[^\n]", " ", found[0])[1:] if found[0][0] in "\"'R"
                     else re.sub(r"[^\n]", " ", found[0]), text)


def tree_of(text):
    root = Group("", 1)
    open_groups, line, place = [root], 1, 0
    for found in TOKEN.finditer(text):
        line += text.count("\n", place, found.start())
        place = found.start()
        token = Word(found[0])
        token.line = line
        if token in PAIRS:
            group = Group(str(token), line)
            open_groups[-1].append(group)
            open_groups.append(group)
        elif len(open_groups) > 1 and token == PAIRS[open_groups[-1].bracket]:
            open_groups.pop()
        else:
            open_groups[-1].append(token)
    return root


def is_group(token, bracket):
    return isinstance(token, Group) and token.bracket == bracket


def is_block(group):
    """Statements, not the values of a braced list."""
    return group.bracket == "{" and any(
        token == ";" if isinstance(token, Word) else is_block(token) for token in group)


def split(tokens, marks):
    parts = [[]]
    for token in tokens:
        if isinstance(token, Word) and token in marks:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


class Reader:
    def __init__(self, name, randoms, drawing):
        self.name, self.randoms, self.drawing = name, randoms, drawing
        self.offences = []

    def report(self, line):
        offence = f"{self.name}:{line}: draws more than once in an order the compiler chooses; use named locals"
        if offence not in self.offences:
            self.offences.append(offence)

    def is_lambda_body(self, tokens, index):
        """Of the block tokens[index]: a lambda's runs when it is called, elsewhere."""
        before = [token for token in tokens[max(0, index - 6):index]]
        while before and isinstance(before[-1], Word) and before[-1] not in (";", ":"):
            before.pop()  # mutable, -> double
        if before and is_group(before[-1], "("):
            before.pop()
        return bool(before) and is_group(before[-1], "[")

    def statements(self, tokens):
        """Each is looked at alone."""
        current = []
        for index, token in enumerate(tokens):
            if isinstance(token, Word) and token == ";":
                self.commas(current, False)
                current = []
                continue
            current.append(token)
            ends = isinstance(token, Group) and is_block(token) and not self.is_lambda_body(tokens, index)
            if is_group(token, "(") and index and isinstance(tokens[index - 1], Word) and tokens[index - 1] in CONTROL:
                ends = True
            if ends:
                self.commas(current, False)
                current = []
        self.commas(current, False)

    def several(self, parts, read, are_unordered):
        """The first line of a draw in any of the parts."""
        lines = [line for line in map(read, parts) if line]
        if are_unordered and len(lines) > 1:
            self.report(lines[0])
        return lines[0] if lines else 0

    def commas(self, tokens, are_unordered):
        return self.several(split(tokens, {","}), self.ordered, are_unordered)

    def ordered(self, tokens):
        return self.several(split(tokens, ORDERED), self.operands, False)

    def operands(self, tokens):
        return self.several(split(tokens, UNORDERED), self.postfix, True)

    def postfix(self, tokens):
        """A name, its calls and members: one after the other."""
        first = 0
        for index, token in enumerate(tokens):
            line = 0
            if isinstance(token, Group):
                line = self.group(token, is_call=index > 0)
                if is_group(token, "(") and self.is_draw(tokens, index):
                    line = line or tokens[index - 1].line
            first = first or line
        return first

    def group(self, group, is_call):
        if is_block(group):
            self.statements(group)
            return 0
        if group.bracket == "(" and any(token == ";" for token in group if isinstance(token, Word)):
            return self.several(split(group, {";"}), lambda part: self.commas(part, False), False)
        return self.commas(group, group.bracket == "(" and is_call)

    def is_draw(self, tokens, index):
        name = tokens[index - 1] if index else None
        if not isinstance(name, Word) or not re.match(r"[A-Za-z_]", name):
            return False
        is_member = index > 1 and isinstance(tokens[index - 2], Word) and tokens[index - 2] in (".", "->")
        if name in METHODS and is_member or name in self.drawing:
            return True
        arguments = split(tokens[index], {","})
        return any(len(argument) == 1 and isinstance(argument[0], Word) and argument[0] in self.randoms
                   for argument in arguments)


def body_behind(text, start):
    depth = 0
    for index in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[index], 0)
        if depth == 0:
            return text[start:index]
    return text[start:]


def drawing_functions(text, randoms):
    """Functions and lambdas of a file that draw from a Random they do not hold themselves and are not handed."""
    names = set()
    for found in DEFINED.finditer(text):
        body = body_behind(text, found.end() - 1)
        own = set(OWN.findall(body)) | set(DECLARED.findall(found[2] + ")"))
        drawn = set(re.findall(r"\b(\w+)\s*(?:\.|->)\s*(?:" + "|".join(METHODS) + r")\s*\(", body))
        if (drawn & randoms) - own:
            names.add(found[1])
    return names - CONTROL - METHODS


def offences(name, text, beside=""):
    """beside: the header of a source, which declares the members."""
    text = without_noise(text)
    everything = text + without_noise(beside)
    randoms = set(DECLARED.findall(everything))
    reader = Reader(name, randoms, drawing_functions(everything, randoms))
    reader.statements(tree_of(text))
    return reader.offences


def check_tree():
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*")):
        if path.suffix not in (".h", ".cpp"):
            continue
        header = path.with_suffix(".h")
        beside = header.read_text() if path.suffix == ".cpp" and header.exists() else ""
        yield from offences(path.relative_to(ROOT), path.read_text(), beside)


FOUND = """
const Vec2 place = center + Vec2(random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.4));
const Vec2 place = Vec2(x, y) + 0.012 * Vec2(random.uniform(-1, 1), random.uniform(-1, 1));
const Vec3 size(random.uniform(0.1, 0.5), random.uniform(0.1, 0.4), height);
Quat turn(random.normal(), random.normal(), random.normal(), random.normal());
look.offset = Vec3(random.uniform(), random.uniform(), random.uniform()) * kSide;
return loose_model(name, at(x, y, 0, random.uniform(-1, 1)), finish(kinds[static_cast<std::size_t>(random.integer(0, 3))]));
brick = scaled(mixed({0.6F}, {0.7F}, static_cast<float>(random.uniform())), static_cast<float>(random.uniform(0.8, 1.0)));
const double sum = random.normal() + random.normal();
const double product = (1.0 + 0.1 * random->normal()) * random->uniform();
estimate.emplace_back(random.normal(), 4.0 * random.normal(), 0.0);
Random random(1, "x"); const auto pair = std::make_pair(wall_finish(random), wall_finish(random));
Random random(1, "x"); const double x = offset(random) - random.normal();
Random random(1, "x"); auto any = [&](double low) { return random.uniform(low, 1.0); }; const Vec2 place(any(0.0), any(1.0));
if (std::hypot(random.normal(), random.normal()) > 1.0) return;
for (int i = 0; i < 3; ++i) { if (i) { go(); } f(random.bits(), random.bits()); }
const bool both = random.chance(0.5) == random.chance(0.5);
run([&] { return f(random.uniform(), random.uniform()); });
class A { double next() { return random_.uniform(); } Vec2 two() { return Vec2(next(), next()); } Random random_; };
"""
LET_THROUGH = """
const double x = random.normal(), y = random.normal(), z = random.normal();
Chip strand{.x = random.uniform(), .y = random.uniform()};
paint.shift = {static_cast<float>(random.uniform()), static_cast<float>(random.uniform())};
const double size = i == 0 ? random.uniform(5.0, 20.0) : random.uniform(25.0, 40.0);
if (random.chance(0.5) && random.chance(0.2)) x = random.uniform();
for (int sheet = random.integer(0, 3); sheet > 0; --sheet) go(random.uniform());
out << random.normal() << random.normal();
const double x = random.uniform(0.0, random.uniform());
const Vec2 place(random.uniform(), 0.0); // and random.uniform(), random.uniform()
const Vec2 place(x.size(), "random.uniform(), random.uniform()");
push.at(random.integer(0, 3)) = random.uniform();
EXPECT_EQ(bits(one.stamp), bits(other.stamp));
if (hit.normal.dot(a) + hit.normal.dot(b) > 0.0) return;
std::generate(a, b, [&] { return random.uniform(); }); use(random.uniform());
const double a = random.uniform(); const double b = random.uniform(); const Vec2 place(a, b);
Random one(seed, "a"); Random other(seed, "b"); check(first.value(), second.value());
double f() { Random random(1, "own"); return random.uniform(); } Vec2 g() { return Vec2(f(), f()); }
"""


def self_test():
    """The test must find what it is for, and only that."""
    for line in FOUND.strip().splitlines():
        assert offences("x", "Random* random;" + line), f"not found: {line}"
    for line in LET_THROUGH.strip().splitlines():
        assert not offences("x", line), f"cries wolf: {line}"


def main():
    self_test()
    found = list(check_tree())
    print("\n".join(found) or "every draw has its place")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
