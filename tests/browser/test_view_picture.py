"""What the view draws is what the cube is, seen pixel by pixel."""

from __future__ import annotations

import colorsys
import random
from typing import Any

import pytest
from conftest import SMALL, OpenPage
from page_driver import until
from playwright.sync_api import Page

from cubesolve import DEFAULT_SCHEME, Alg, Cube

PALETTE = [color.hex for color in DEFAULT_SCHEME.colors]  # URFDLB
MAGENTA = "#ff2fd0"
SIZES = [2, 3, 4, 7, 50]
BEHIND = [-148, -26]
Place = tuple[int, float, float]


@pytest.fixture
def page(sharp_page: Page) -> Page:
    return sharp_page


def stage(page: Page, site: str, size: int, query: str = "") -> Page:
    page.goto(f"{site}/view.html?size={size}&{query}")
    until(page, "!!window.stage")
    return page


def hue(red: int, green: int, blue: int) -> float | None:
    """Return the hue in degrees; none for greys and white."""
    hue, saturation, _ = colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)
    return hue * 360 if saturation > 0.2 else None


def nearest(pixel: list[int], colors: list[str]) -> int:
    """Return the colour of the same hue: light changes how bright it is, not which it is."""
    assert pixel[3] == 255, "nothing is drawn here"
    found = hue(*pixel[:3])

    def distance(color: str) -> float:
        wanted = hue(*(int(color[i : i + 2], 16) for i in (1, 3, 5)))
        if found is None or wanted is None:
            return 0 if found is wanted else 360
        return min((found - wanted) % 360, (wanted - found) % 360)

    return min(range(len(colors)), key=lambda index: distance(colors[index]))


def sample(places: list[Place], count: int = 150) -> list[Place]:
    return random.Random(1).sample(places, min(count, len(places)))


def shown(page: Page, offset: tuple[float, float] = (0, 0)) -> dict[int, list[int]]:
    """Return the pixel in the middle of many visible stickers."""
    places = sample(page.evaluate("stage.visible()"))
    spots = [(x + offset[0], y + offset[1]) for _, x, y in places]
    pixels = page.evaluate("(places) => stage.pixels(places)", spots)
    return {slot: pixel for (slot, _, _), pixel in zip(places, pixels, strict=True)}


def check_picture(page: Page, cube: Cube) -> None:
    pixels = shown(page)
    assert len(pixels) >= min(100, 3 * cube.size**2)
    area = cube.size * cube.size
    seen = {slot: nearest(pixel, PALETTE) for slot, pixel in pixels.items()}
    assert seen == {slot: int(cube.stickers[slot]) // area for slot in pixels}


def scrambled(size: int) -> tuple[Cube, str]:
    rng = random.Random(size)
    words = [
        f"[{rng.randint(1, size)}]{rng.choice('URFDLB')}{rng.randint(1, 3)}" for _ in range(40)
    ]
    text = " ".join(words)
    cube = Cube(size)
    cube.play(text)
    return cube, text


@pytest.mark.parametrize("size", SIZES)
def test_stickers_show_the_cube(page: Page, site: str, size: int) -> None:
    stage(page, site, size)
    cube, text = scrambled(size)
    page.evaluate("(text) => stage.play(text)", text)
    check_picture(page, cube)
    page.evaluate("([yaw, pitch]) => stage.view.orbit(yaw, pitch)", BEHIND)
    check_picture(page, cube)


TURNS = {
    2: ["R", "U'", "F2", "D", "L", "B'", "x"],
    3: ["R", "U'", "F2", "D", "L'", "B", "M", "E'", "S", "x", "y'", "z"],
    4: ["Rw", "3U'", "[1,3]F2", "m", "2-3Lw'"],
    7: ["3R", "[1,3,5:6]U", "2-4Bw'", "M"],
    50: ["17Fw", "[2:20,30]L'", "25U"],
}


@pytest.mark.parametrize("size", SIZES)
def test_turned_layers_show_what_the_cube_becomes(page: Page, site: str, size: int) -> None:
    """A turn begun without its outcome stays turned: the picture is the angle's alone."""
    stage(page, site, size)
    cube, text = scrambled(size)
    page.evaluate("(text) => stage.play(text)", text)
    for move in TURNS[size]:
        page.evaluate(
            """async (text) => {
              const { parse } = await import('/static/js/model/notation.js');
              const [{ turns }] = parse(text, stage.cube.size);
              stage.view.setColors(stage.cube.colors());
              await stage.view.turn(turns, { duration: 20 });
            }""",
            move,
        )
        turned = cube.copy()
        turned.play(Alg.parse(move))
        check_picture(page, turned)


def test_halfway_the_turning_layer_alone_has_moved(page: Page, site: str) -> None:
    stage(page, site, 3)
    before = shown(page)
    turn = "{face: 'U', first: 1, last: 1, turns: 1}"
    page.evaluate(f"void stage.view.turn([{turn}], {{duration: 60000}})")
    page.evaluate("stage.drawn()")
    after = shown(page)
    still = [slot for slot in before if slot // 9 in (1, 2) and slot % 9 > 2]
    assert len(still) == 12
    assert all(before[slot] == after[slot] for slot in still)


@pytest.mark.parametrize("size", [3, 7])
@pytest.mark.parametrize("shape", [1, 3])
def test_markers_move_with_stickers(page: Page, site: str, size: int, shape: int) -> None:
    stage(page, site, size)
    turn = {"face": "U", "first": 1, "last": 1, "turns": 1}
    slot, target = page.evaluate(
        """async ([size, shape, turn]) => {
          const { slotAfter } = await import('/static/js/model/cube.js');
          const slot = size * size + 1; // on R, which goes to F
          const markers = new Uint8Array(6 * size * size);
          markers[slot] = shape + 8 * 2;
          stage.view.setMarkers(markers);
          return [slot, slotAfter(size, turn, slot)];
        }""",
        [size, shape, turn],
    )

    def marked() -> list[int]:
        colors = [*PALETTE, MAGENTA]
        return [at for at, pixel in shown(page).items() if nearest(pixel, colors) == len(PALETTE)]

    assert marked() == [slot]
    page.evaluate("(turn) => stage.view.turn([turn], { duration: 30 })", turn)
    assert marked() == [target]
    assert target // (size * size) == 2


@pytest.mark.parametrize("query", ["", "net"])
def test_a_dot_is_seen_on_its_own_colour(page: Page, site: str, query: str) -> None:
    stage(page, site, 3, query)
    rims = page.evaluate(
        """async ([palette, front]) => {
          stage.view.orbit(0, 0);
          stage.view.setPalette(palette, { markerPalette: palette });
          const rims = [];
          for (let color = 0; color < 6; color++) {
            stage.view.setColors(new Uint8Array(54).fill(color));
            const markers = new Uint8Array(54);
            markers[front] = 1 + 8 * color;
            stage.view.setMarkers(markers);
            const [left, middle] = [front - 1, front].map((slot) => stage.view.project(slot));
            const radius = 0.205 * (middle.x - left.x);
            const around = [0, 1, 2, 3, 4, 5, 6, 7].map((eighth) => [
              middle.x + radius * Math.cos((eighth * Math.PI) / 4),
              middle.y + radius * Math.sin((eighth * Math.PI) / 4),
            ]);
            rims.push(await stage.pixels([[left.x, left.y], ...around]));
          }
          return rims;
        }""",
        [PALETTE, 2 * 9 + 4],
    )
    for sticker, *rim in rims:
        for pixel in rim:
            assert max(abs(a - b) for a, b in zip(sticker, pixel, strict=True)) > 90


def test_small_cells_still_show_their_markers(page: Page, site: str) -> None:
    stage(page, site, 200)
    slot = 2 * 200 * 200 + 90 * 200 + 90
    page.evaluate(
        """(slot) => {
          const markers = new Uint8Array(6 * 200 * 200);
          markers[slot] = 1 + 8 * 2;
          stage.view.setMarkers(markers);
        }""",
        slot,
    )
    place = page.evaluate("(slot) => stage.view.project(slot)", slot)
    around = [(place["x"] + dx, place["y"]) for dx in (-2, 0, 2)]
    for pixel in page.evaluate("(places) => stage.pixels(places)", around):
        assert nearest(pixel, [*PALETTE, MAGENTA]) == len(PALETTE)


def test_letters_and_other_colors(page: Page, site: str) -> None:
    stage(page, site, 3)
    page.evaluate(
        "stage.view.setPalette(['#ff0000', '#00ff00', '#0000ff', '#ffff00', '#00ffff', '#ff00ff'],"
        "  {background: '#204060'})"
    )
    pixels = shown(page)
    assert {slot // 9: nearest(pixels[slot], ["#ff0000", "#00ff00", "#0000ff"]) for slot in pixels}
    places = page.evaluate("stage.visible()")
    (corner,) = page.evaluate("stage.pixels([[3, 3]])")
    assert corner == [0x20, 0x40, 0x60, 255]
    count = """(places) => stage.pixels(places.flatMap(([, x, y]) =>
      [-8, -4, 0, 4, 8].flatMap((dx) => [-8, -4, 0, 4, 8].map((dy) => [x + dx, y + dy]))))
      .then((pixels) => pixels.filter(([r, g, b]) => r + g + b > 600 || r + g + b < 120).length)"""
    without = page.evaluate(count, places)
    page.evaluate("stage.view.setPalette([], {letters: 'URFDLB'})")
    assert page.evaluate(count, places) > without + 50


def test_unpainted_stickers_are_grey(page: Page, site: str) -> None:
    stage(page, site, 2)
    page.evaluate("stage.view.setColors(new Uint8Array(24).fill(6))")
    for red, green, blue, _ in shown(page).values():
        assert max(red, green, blue) - min(red, green, blue) < 30
        assert red < 180


@pytest.mark.parametrize("ratio", [1, 2])
def test_device_pixels(open_page: OpenPage, site: str, ratio: int) -> None:
    page = open_page(viewport={"width": 500, "height": 400}, device_scale_factor=ratio)
    stage(page, site, 3)
    width = "createImageBitmap(await stage.view.toPng()).then(({width, height}) => [width, height])"
    assert page.evaluate(f"async () => {width}") == [500 * ratio, 400 * ratio]
    check_picture(page, Cube(3))
    page.set_viewport_size({"width": 300, "height": 600})
    until(page, f"stage.view.canvas.width === {300 * ratio}")
    check_picture(page, Cube(3))


def test_the_picture_comes_back_after_the_context_was_lost(page: Page, site: str) -> None:
    stage(page, site, 4)
    cube, text = scrambled(4)
    page.evaluate("(text) => stage.play(text)", text)
    page.evaluate(
        """async () => {
          const loser = stage.view.canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
          const heard = (type) => new Promise((done) =>
            stage.view.addEventListener(type, done, { once: true }));
          const lost = heard('lost');
          loser.loseContext();
          await lost;
          await stage.play('U');
          await new Promise((done) => setTimeout(done, 50)); // the event is over
          const restored = heard('restored');
          loser.restoreContext();
          await restored;
        }"""
    )
    cube.play("U")
    check_picture(page, cube)


def test_nothing_is_drawn_while_nothing_changes(page: Page, site: str) -> None:
    page.add_init_script(
        """window.draws = 0;
        const real = WebGL2RenderingContext.prototype.clear;
        WebGL2RenderingContext.prototype.clear = function (...bits) {
          window.draws += 1;
          return real.apply(this, bits);
        };"""
    )
    stage(page, site, 3)
    page.evaluate("stage.play('R', 50)")
    page.evaluate("stage.drawn()")
    drawn = -1
    while (now := page.evaluate("window.draws")) != drawn:
        drawn = now
        page.wait_for_timeout(400)  # what moved is drawn once more when it rests
    assert drawn > 1
    page.wait_for_timeout(300)
    assert page.evaluate("window.draws") == drawn
    page.evaluate("stage.view.orbit(10, 10)")
    page.evaluate("stage.drawn()")
    assert page.evaluate("window.draws") == drawn + 1


def test_slow_pictures_are_coarse_while_they_move_and_fine_at_rest(page: Page, site: str) -> None:
    stage(page, site, 3)
    turn = "{face: 'U', first: 1, last: 1, turns: 1}"
    widths = page.evaluate(
        f"""async () => {{
          const {{ view }} = stage;
          const full = view.canvas.width;
          const widths = [];
          const moving = view.turn([{turn}], {{ duration: 8000 }});
          const until = performance.now() + 7500;
          while (performance.now() < until && !(widths.at(-1) < 0.8)) {{
            await new Promise(requestAnimationFrame);
            const busy = performance.now() + 40; // a slow machine
            while (performance.now() < busy);
            widths.push(view.canvas.width / full);
          }}
          await moving;
          return widths;
        }}"""
    )
    assert widths[0] == 1
    assert widths[-1] < 0.8
    assert sorted(widths, reverse=True) == widths
    until(page, f"stage.view.canvas.width === {SMALL[0]}")


def test_only_what_changed_is_sent_to_the_graphics(page: Page, site: str) -> None:
    page.add_init_script(
        """window.sent = 0;
        const real = WebGL2RenderingContext.prototype.texSubImage3D;
        WebGL2RenderingContext.prototype.texSubImage3D = function (...all) {
          window.sent += all[5] * all[6] * all[7];
          return real.apply(this, all);
        };"""
    )
    stage(page, site, 50)
    cube, text = scrambled(50)
    page.evaluate("(text) => stage.play(text)", text)
    page.evaluate("stage.drawn()")
    for move, most in (("25R", 4 * 50), ("U", 50 * 50 + 4 * 50), ("2-3Bw2", 4 * 2 * 50)):
        page.evaluate("window.sent = 0")
        page.evaluate("(text) => stage.play(text)", move)
        page.evaluate("stage.drawn()")
        assert 0 < page.evaluate("window.sent") <= most
        cube.play(move)
        check_picture(page, cube)


def share_drawn(page: Page) -> float:
    """Return how much of the picture is opaque."""
    spots: Any = [[x, y] for x in range(5, 720, 10) for y in range(5, 540, 10)]
    pixels = page.evaluate("(places) => stage.pixels(places)", spots)
    opaque: float = sum(pixel[3] > 250 for pixel in pixels) / len(pixels)
    return opaque


def test_the_back_of_the_cube(page: Page, site: str) -> None:
    stage(page, site, 3)
    plain = share_drawn(page)
    page.evaluate("stage.view.backView = 'mirror'")
    assert share_drawn(page) > plain * 1.02
    # The small cube is seen from behind and can be picked.
    found = page.evaluate("stage.view.pick(720 - 92, 92)")
    assert found // 9 in (3, 4, 5)
    page.evaluate("stage.view.backView = 'none'")
    assert share_drawn(page) == plain
    assert page.evaluate("stage.view.pick(720 - 92, 92)") == -1
    page.evaluate("stage.view.backView = 'hint'")
    check_picture(page, Cube(3))
    # Left of the cube floats what L shows: its stickers are orange.
    behind = """() => {
      const near = stage.view.project(9 + 3); // the same row and depth on R and on L
      const far = stage.view.project(4 * 9 + 5);
      const on = (a, b) => b + (b - a) * 0.475;
      const [x, y] = [on(near.x, far.x), on(near.y, far.y)];
      const around = [0, -16, -8, 8, 16];
      return stage.pixels(around.flatMap((dx) => around.map((dy) => [x + dx, y + dy])));
    }"""

    def seen_behind() -> list[int]:
        return [nearest([*p[:3], 255], [*PALETTE, MAGENTA]) for p in page.evaluate(behind)]

    assert seen_behind()[0] == 4
    assert len(PALETTE) not in seen_behind()
    page.evaluate(
        """() => {
          const markers = new Uint8Array(54);
          markers[4 * 9 + 5] = 1 + 8 * 2;
          stage.view.setMarkers(markers);
        }"""
    )
    assert len(PALETTE) in seen_behind()
