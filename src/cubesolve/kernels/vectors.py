"""Operations on eight words of 64 bits at once, which the compiler does not find by itself.

Each works on flat arrays at an offset. LLVM makes the widest instructions of the processor of them;
only `put_bits` needs those of AVX-512 to be fast. Everyone who calls these has a way without them:
for other processors, for the compiler switched off, and to be compared with.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from functools import cache

from llvmlite import binding, ir
from numba import types
from numba.core import config
from numba.extending import intrinsic

from cubesolve.interrupts import unbroken
from cubesolve.kernels import load_whole

make_array = load_whole("numba.np.arrayobj").make_array  # which `import numba` leaves out

WORDS = 8
_I32, _I64 = ir.IntType(32), ir.IntType(64)
_VECTOR = ir.VectorType(_I64, WORDS)
_HALF = 16  # words of 32 bits that are stored at once
_V16 = ir.VectorType(_I32, _HALF)
_MASK16 = ir.VectorType(ir.IntType(1), _HALF)
_N_CELLS = 64
_CELLS = ir.VectorType(ir.IntType(8), _N_CELLS)


def are_there() -> bool:
    """Tell whether the processor has wide vectors that close up, and code is compiled at all."""
    return not getattr(config, "DISABLE_JIT", False) and _closes_up()


@cache
@unbroken
def _closes_up() -> bool:
    """Ask LLVM; Ctrl-C waits, since its bindings would free their answer twice."""
    try:
        return bool(binding.get_host_cpu_features().get("avx512f"))
    except RuntimeError:  # LLVM does not know this processor
        return False


def _pointer(context, builder, kind, array):
    return make_array(kind)(context, builder, array).data


def _load(builder, data, at, further):
    place = builder.gep(data, [builder.add(at, ir.Constant(_I64, further))])
    loaded = builder.load(builder.bitcast(place, _VECTOR.as_pointer()))
    loaded.align = 8
    return loaded


def _store(builder, data, at, further, value):
    place = builder.gep(data, [builder.add(at, ir.Constant(_I64, further))])
    builder.store(value, builder.bitcast(place, _VECTOR.as_pointer())).align = 8


def _everywhere(builder, value, kind):
    """Return a vector with one value in all its places."""
    undefined = ir.Constant(kind, ir.Undefined)
    one = builder.insert_element(undefined, value, ir.Constant(_I32, 0))
    places = ir.Constant(ir.VectorType(_I32, kind.count), [0] * kind.count)
    return builder.shuffle_vector(one, undefined, places)


@intrinsic
def cycle_three(typing, planes, a, b, w, c0, c1, c2, masks, at):
    """Carry cells of plane a to b, b to w, w to a, where a shows the colour c and b does not."""

    def generate(context, builder, signature, args):
        data = _pointer(context, builder, signature.args[0], args[0])
        out = _pointer(context, builder, signature.args[7], args[7])
        color = [_everywhere(builder, each, _VECTOR) for each in args[4:7]]
        one, two, three = (
            [_load(builder, data, at, WORDS * bit) for bit in range(3)] for at in args[1:4]
        )

        def differs(plane):
            bits = [builder.xor(x, c) for x, c in zip(plane, color, strict=True)]
            return builder.or_(builder.or_(bits[0], bits[1]), bits[2])

        chosen = builder.and_(builder.not_(differs(one)), differs(two))
        for bit in range(3):
            x, y, z = one[bit], two[bit], three[bit]
            for at, old, new in ((args[1], x, z), (args[2], y, x), (args[3], z, y)):
                changed = builder.and_(chosen, builder.xor(old, new))
                _store(builder, data, at, WORDS * bit, builder.xor(old, changed))
        _store(builder, out, args[8], 0, chosen)
        return context.get_dummy_value()

    i, u = types.int64, types.uint64
    return types.void(planes, i, i, i, u, u, u, masks, i), generate


@intrinsic
def cycle_four(typing, planes, a, b, c, d, masks, at, step):
    """Carry plane a to b to c to d under three masks: where to turn once, twice, three times."""

    def generate(context, builder, signature, args):
        data = _pointer(context, builder, signature.args[0], args[0])
        turns = _pointer(context, builder, signature.args[5], args[5])
        second = builder.add(args[6], args[7])
        places = (args[6], second, builder.add(second, args[7]))
        once, twice, thrice = (_load(builder, turns, at, 0) for at in places)
        never = builder.not_(builder.or_(once, builder.or_(twice, thrice)))
        for bit in range(3):
            old = [_load(builder, data, at, WORDS * bit) for at in args[1:5]]
            for k, at in enumerate(args[1:5]):
                parts = [
                    builder.and_(old[(k - turned) % 4], mask)
                    for turned, mask in enumerate((never, once, twice, thrice))
                ]
                new = builder.or_(builder.or_(parts[0], parts[1]), builder.or_(parts[2], parts[3]))
                _store(builder, data, at, WORDS * bit, new)
        return context.get_dummy_value()

    i = types.int64
    return types.void(planes, i, i, i, i, masks, i, i), generate


@intrinsic
def count_differing(typing, words, a, b):
    """Return in how many bits eight words differ from eight others."""

    def generate(context, builder, signature, args):
        data = _pointer(context, builder, signature.args[0], args[0])
        differ = builder.xor(_load(builder, data, args[1], 0), _load(builder, data, args[2], 0))
        count = builder.module.declare_intrinsic(
            "llvm.ctpop.v8i64", (), ir.FunctionType(_VECTOR, [_VECTOR])
        )
        add = builder.module.declare_intrinsic(
            "llvm.vector.reduce.add.v8i64", (), ir.FunctionType(_I64, [_VECTOR])
        )
        return builder.call(add, [builder.call(count, [differ])])

    return types.int64(words, types.int64, types.int64), generate


@intrinsic
def gather_bits(typing, colors, at, backwards, out):
    """Write the three bits of 64 colours from a place on as three words.

    Backwards, the last cell becomes the first bit.
    """

    def generate(context, builder, signature, args):
        data = _pointer(context, builder, signature.args[0], args[0])
        to = _pointer(context, builder, signature.args[3], args[3])
        place = builder.gep(data, [args[1]])
        cells = builder.load(builder.bitcast(place, _CELLS.as_pointer()))
        cells.align = 1
        reverse = builder.module.declare_intrinsic(
            "llvm.bitreverse.i64", (), ir.FunctionType(_I64, [_I64])
        )
        for bit in range(3):
            chosen = builder.and_(cells, ir.Constant(_CELLS, [1 << bit] * _N_CELLS))
            found = builder.icmp_unsigned("!=", chosen, ir.Constant(_CELLS, [0] * _N_CELLS))
            word = builder.bitcast(found, _I64)
            turned = builder.select(args[2], builder.call(reverse, [word]), word)
            builder.store(turned, builder.gep(to, [ir.Constant(_I64, bit)])).align = 8
        return context.get_dummy_value()

    return types.void(colors, types.int64, types.boolean, out), generate


def _put_closed_up(builder, value, place, mask):
    """Close the chosen words up, then store all: a store that leaves gaps out is slow on some."""
    close_up = builder.module.declare_intrinsic(
        "llvm.x86.avx512.mask.compress.v16i32", (), ir.FunctionType(_V16, [_V16, _V16, _MASK16])
    )
    closed = builder.call(close_up, [value, value, mask])
    builder.store(closed, builder.bitcast(place, _V16.as_pointer())).align = 4


def _put_with_gaps(builder, value, place, mask):
    """Store the chosen words alone, which every processor can."""
    store = builder.module.declare_intrinsic(
        "llvm.masked.compressstore.v16i32",
        (),
        ir.FunctionType(ir.VoidType(), [_V16, _I32.as_pointer(), _MASK16]),
    )
    builder.call(store, [value, place, mask])


@intrinsic
def put_bits(typing, out, at, bits, on, first, flip):
    """Write `first + 32 * i` for each bit i, changed by `flip` where `on` has the bit too.

    Return where the next is to be written. What is in the 16 words from there on may change.
    """

    def generate(context, builder, signature, args):
        data = _pointer(context, builder, signature.args[0], args[0])
        at, bits, on, first, flip = args[1:]
        zeros = ir.Constant(_V16, [0] * _HALF)
        lanes = ir.Constant(_V16, [32 * i for i in range(_HALF)])
        base = builder.add(_everywhere(builder, first, _V16), lanes)
        flips = _everywhere(builder, flip, _V16)
        put = _put_closed_up if _closes_up() else _put_with_gaps
        for part in range(4):
            shift = ir.Constant(_I64, _HALF * part)
            here, there = (
                builder.trunc(builder.lshr(word, shift), ir.IntType(_HALF)) for word in (bits, on)
            )
            ahead = ir.Constant(_V16, [32 * _HALF * part] * _HALF)
            changed = builder.select(builder.bitcast(there, _MASK16), flips, zeros)
            value = builder.xor(builder.add(base, ahead), changed)
            put(builder, value, builder.gep(data, [at]), builder.bitcast(here, _MASK16))
            at = builder.add(at, builder.zext(builder.ctpop(here), _I64))
        return at

    i, u, s = types.int64, types.uint64, types.int32
    return types.int64(out, i, u, u, s, s), generate
