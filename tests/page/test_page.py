"""The page of `descant report` in a headless Chromium: python3 tests/page/test_page.py PROGRAM [BOOK...]"""
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, expect, sync_playwright

PROGRAM = os.path.abspath(sys.argv[1])
BOOKS = sys.argv[2:]
ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SCRATCH = Path(tempfile.mkdtemp(prefix="page"))
MISPRINT = (ROOT / "fixtures/cli/opera-misprint.txt").read_text(encoding="utf-8")
# A script on a busy machine may be slow; the bounds are those of a quiet one.
PATIENCE = float(os.environ.get("PATIENCE", "1"))


def descant(*args, status=(0, 1)):
    done = subprocess.run([PROGRAM, *map(str, args)], capture_output=True, cwd=ROOT)
    assert done.returncode in status, done.stderr.decode()
    return done.stdout.decode(), done.stderr.decode()


def book(name, text):
    path = SCRATCH / name
    path.write_text(text, encoding="utf-8")
    return path


def three_games():
    """A misprint in the first game, two readings in the second, and rows that belong to none."""
    one = MISPRINT.split("\n", 2)[2]
    two = "WHITE\tBLACK\n1. P—K4\t1. P—K4\n2. Kt—KB3\t2. Kt—QB3\n3. B—B4\t3. B—B4\n4. P—Q3\t4. Kt—B3\n5. Kt—B3\t5. P—Q3\n6. B—Kt5\t6. P—KR3\n"
    stray = "9. R—Kt7\t9. K—R7\n10. Q—Q8\t10. B—R6\n11. R—R8\t11. Q—Kt8\n"
    return f"GAME I.\n\n{one}\n\nGAME II.\n\n{two}\n\nThe stray rows:\n\n{stray}\n"


class Page:
    """A page of the browser; what it says on its console, and what it fetches, is a failure."""

    def __init__(self, browser, path, **options):
        self.context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True, **options)
        self.page = self.context.new_page()
        self.said, self.fetched = [], []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.fetched.append(request.url))
        self.url = path if ":" in str(path) else Path(path).as_uri()
        self.page.goto(self.url)

    def done(self):
        return self.page.locator("#done").inner_text()

    def data(self):
        return json.loads(self.page.locator("#data").text_content())

    def key(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def download(self, name):
        with self.page.expect_download() as waiting:
            self.page.get_by_role("button", name="Download").click()
        path = SCRATCH / name
        waiting.value.save_as(path)
        return path

    def close(self, fetches=False):
        assert not self.said, self.said
        others = [url for url in self.fetched if url.split("#")[0] != self.url and not url.startswith("blob:")]
        assert fetches or not others, others
        self.context.close()


def report(path, name, *args):
    out = SCRATCH / name
    descant("report", "--quiet", path, "-o", out, "--force", *args)
    return out


def decide_all(page):
    """Decides every doubt by keys alone: the first move, else that the words stand as printed, or are none."""
    total = int(re.search(r"of (\d+)", page.done()).group(1))
    for _ in range(total + 5):
        if page.done().startswith(f"{total} of"):
            return total
        page.page.evaluate("scrollTo(0, 0)")
        keys = page.page.eval_on_selector_all(".card button[data-key]", "all => all.map(b => b.dataset.key)")
        if not keys:
            page.key("n")
            continue
        page.key(next(key for key in ("1", "a", "x", "e", "b") if key in keys))
    raise AssertionError(f"not all were decided: {page.done()}")


def test_decisions_made_by_keys_are_in_the_pgn(browser):
    path = book("three.txt", three_games())
    page = Page(browser, report(path, "three.html"))
    total = int(re.search(r"0 of (\d+) decided", page.done()).group(1))
    assert total >= 2, page.done()
    page.key("n")
    assert page.page.locator(".card h2").inner_text().startswith("7. Qb3")
    # The title, the card and the printed line are in view.
    for selector in ("#title", ".card h2", ".card .excerpt b.here", ".board"):
        box = page.page.locator(selector).first.bounding_box()
        assert box["y"] >= 0 and box["y"] + min(box["height"], 40) <= 900, (selector, box)
    page.page.fill("#who", "anna")
    page.key("Tab", "Escape")
    page.page.locator("#title").focus()
    page.key("1")
    assert page.done().startswith("1 of"), page.done()
    page.key("u")
    assert page.done().startswith("0 of"), page.done()
    decide_all(page)
    page.page.reload()
    assert page.done() == f"{total} of {total} decided", "progress survives a reload"
    file = page.download("three.tsv")
    rows = file.read_text(encoding="utf-8").splitlines()
    assert rows[0].split("\t")[:4] == ["place", "printed", "around", "decision"] and len(rows) == total + 1
    assert any("Qb3\tanna\t" in row for row in rows), rows
    pgn, said = descant("convert", path, "--decisions", file, "--level", "note")
    assert "stale" not in said and "unplayable" not in said, said
    assert '[Reading "edited"]' in pgn and "7. Qb3 {printed: Q—QKt4}" in " ".join(pgn.split()), pgn
    # The next page has only what is still open, and counts the others; nothing that was decided is lost.
    again = Page(browser, report(path, "again.html", "--decisions", file))
    assert again.done() == f"{total} of {total} decided", again.done()
    assert again.download("again.tsv").read_text() == file.read_text()
    for one in (page, again):
        one.close()


def test_an_edited_place_is_told_and_an_earlier_file_is_taken(browser):
    path = book("stale.txt", three_games())
    page = Page(browser, report(path, "stale.html"))
    decide_all(page)
    file = page.download("stale.tsv")
    fresh = Page(browser, report(path, "fresh.html", "--title", "other"))
    assert fresh.done().startswith("0 of")
    fresh.page.set_input_files("#file", str(path))
    expect(fresh.page.locator("#done")).to_have_text("no decisions stand in stale.txt")
    fresh.page.set_input_files("#file", str(file))
    expect(fresh.page.locator("#done")).to_have_text(re.compile("^[1-9]"))
    assert fresh.done() == page.done()
    path.write_text(three_games().replace("Q—QKt4", "Q—QR4"), encoding="utf-8")
    _, said = descant("check", path, "--decisions", file)
    assert "stale-decision" in descant("check", path, "--decisions", file)[0] + said
    page.close()
    fresh.close()


def test_books_of_one_name_do_not_share_decisions(browser):
    folders = [SCRATCH / "first", SCRATCH / "second"]
    for folder in folders:
        folder.mkdir()
    one, two = (report(book(f"{folder.name}/book.txt", three_games()), f"{folder.name}/book.html", "--title", "book") for folder in folders)
    page = Page(browser, one)
    page.key("n", "1")
    assert page.done().startswith("1 of")
    page.page.goto(Path(two).as_uri())
    assert page.done().startswith("0 of"), page.done()
    page.page.goto(Path(one).as_uri())
    assert page.done().startswith("1 of"), page.done()
    page.close(fetches=True)


def test_any_legal_move_is_taken_and_no_other(browser):
    page = Page(browser, report(book("typed.txt", three_games()), "typed.html"))
    page.key("n", "m")
    page.page.keyboard.type("Qb4")
    page.key("Enter")
    assert "not legal here" in page.page.locator("#wrong").inner_text()
    page.page.fill("#move", "Qh3")
    page.key("Enter")
    assert page.done().startswith("1 of")
    assert "Qh3" in page.download("typed.tsv").read_text()
    page.close()


def test_the_board_follows_the_moves(browser):
    page = Page(browser, report(ROOT / "fixtures/cli/opera.txt", "replay.html"))
    page.page.get_by_role("link", name="Paul Morphy").first.click()
    men = "() => [...document.querySelectorAll('.board use')].length - 1"
    expect(page.page.locator("#title")).to_contain_text("Morphy")
    page.key("Home")
    assert page.page.evaluate(men) == 32
    page.key("ArrowRight")
    assert page.page.locator('.moves button[aria-current="true"]').inner_text() == "e4"
    for _ in range(7):
        page.key("ArrowRight")
    assert page.page.evaluate(men) == 30, "two were taken"
    page.key("ArrowLeft")
    assert page.page.evaluate(men) == 31
    # The board is in view with the last move, too.
    page.page.set_viewport_size({"width": 1280, "height": 600})
    page.key("End")
    assert "checkmate" in page.page.locator(".board title").text_content()
    assert page.page.evaluate(men) == 20, "twelve were taken"
    for selector in (".board", '.moves button[aria-current="true"]'):
        page.page.wait_for_function("""selector => { const box = document.querySelector(selector).getBoundingClientRect();
            return box.top >= 0 && box.bottom <= innerHeight && box.width > 10; }""", arg=selector, timeout=2000)
    page.close()


def test_moves_and_text_stand_side_by_side(browser):
    # A move that is not told has many rivals, which stand in its cell.
    text = MISPRINT.split("10. Kt x P")[0].replace("9. B—KKt5", "9. Kt moves").replace("9. P—Kt4", "9. Q moves")
    page = Page(browser, report(book("beside.txt", text), "beside.html"))
    for width in (1000, 1280):
        page.page.set_viewport_size({"width": width, "height": 900})
        page.key("n")
        moves, text = (page.page.locator(selector).bounding_box() for selector in (".moves", ".pair pre"))
        assert moves["x"] + moves["width"] <= text["x"], (moves, text)
    page.close()


EVIL = "<img src=x onerror=alert(1)><script>alert(2)</script>\"'\u202e"


def test_a_hostile_text_changes_nothing(browser):
    text = f"GAME {EVIL}\n\n{EVIL} against {EVIL}.\n\n" + MISPRINT.split("\n\n", 2)[2].replace("7. Q—QKt4", f"7. Q—QKt4 {EVIL}")
    pgn = f'[White "{EVIL}"]\n[Black "</title></script>"]\n\n1. e4 {{ {EVIL} }} e5 2. Ke3 ({EVIL}) *\n'
    files = [book("<b onclick=alert(3)>.txt", text), book("--><script>alert(4)<.pgn".replace("/", "_"), pgn)]
    out = SCRATCH / "evil.html"
    descant("report", "--quiet", *files, "-o", out, "--title", f"</title>{EVIL}")
    page = Page(browser, out)
    page.page.on("dialog", lambda dialog: page.said.append(dialog.message))
    for _ in range(6):
        page.key("n")
        if page.page.locator(".card button[data-key]").count():
            page.key("a")
    page.key("g")
    assert page.page.locator("img, iframe").count() == 0
    assert page.page.evaluate("document.scripts.length") == 2
    assert EVIL[:20] in page.page.title()
    page.close()


def test_three_hundred_games_are_shown_in_a_second(browser):
    game = MISPRINT.split("\n", 2)[2]
    path = book("many.txt", "\n\n".join(f"GAME No. {number}.\n\n{game}" for number in range(1, 301)))
    out = report(path, "many.html")
    page = Page(browser, "about:blank")
    page.url = out.as_uri()
    start = time.time()
    page.page.goto(page.url)
    page.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    took = time.time() - start
    assert took < 1 * PATIENCE, f"{took:.2f} s"
    took = slowest_step(page, 40)
    assert took < 50 * PATIENCE, f"{took:.0f} ms"
    assert page.data()["total"] == 300
    page.fetched.clear()
    page.close()


def test_seventeen_hundred_doubts_are_shown_in_two_seconds(browser):
    game = MISPRINT.split("\n", 2)[2]
    path = book("doubts.txt", "\n\n".join(f"GAME No. {number}.\n\n{game}" for number in range(1, 1701)))
    out = report(path, "doubts.html", "--max-games", "2000")
    page = Page(browser, "about:blank")
    page.url = out.as_uri()
    start = time.time()
    page.page.goto(page.url)
    page.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    took = time.time() - start
    doubts = int(re.search(r"of (\d+)", page.done()).group(1))
    assert doubts >= 1700, page.done()
    assert took < 2 * PATIENCE, f"{took:.2f} s"
    took = slowest_step(page, 40)
    assert took < 50 * PATIENCE, f"{took:.0f} ms"
    page.fetched.clear()
    page.close()


def test_pgn_is_decided_by_keys(browser):
    path = book("wrong.pgn", '[White "A"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bz5 a6 4. Ba4 Nf6 *\n\n[White "C"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Kf6 4. Bg5 Be7 *\n')
    page = Page(browser, report(path, "pgn.html"))
    page.key("n", "m")
    page.page.keyboard.type("Bb5")
    page.key("Enter")
    assert page.done() == "1 of 2 decided"
    assert page.page.locator(".card").get_by_text("a game begins here").count() == 0, "that is put right in the file"
    page.key("1")
    assert page.done() == "2 of 2 decided"
    pgn, said = descant("convert", path, "--decisions", page.download("pgn.tsv"), status=(0,))
    assert "3. Bb5 {printed: Bz5} 3... a6" in pgn and "3. Nc3 Nf6 {printed: Kf6} 4. Bg5" in pgn, pgn
    assert pgn.count('[Reading "edited"]') == 2, pgn
    page.close()


def test_a_part_of_a_game_is_joined_by_keys(browser):
    text = "GAME I.\n\nWhite. Black.\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 P-QR3\n4. B-R4 Kt-B3\n\nGAME II.\n\nWhite. Black.\n1. P-Q4 P-Q4\n2. P-QB4 P-K3\n3. Kt-QB3 Kt-KB3\n\nGAME III.\n\nWhite. Black.\n5. Castles B-K2\n6. R-K sq. P-QKt4\n7. B-Kt3 P-Q3\n"
    path = book("parted.txt", text)
    page = Page(browser, report(path, "parted.html"))
    # The game that breaks off, then the rows that belong to none.
    page.key("n", "n", "j", "ArrowDown", "Enter")
    assert not page.done().startswith("0 of"), page.done()
    file = page.download("parted.tsv")
    assert "\tjoined to game 1 after Kt-B3\t" in file.read_text(), file.read_text()
    pgn, said = descant("convert", path, "--decisions", file)
    assert "5. O-O Be7 6. Re1 b5 7. Bb3 d6" in " ".join(pgn.split()), pgn + said
    page.close()


def slowest_step(page, steps):
    """The middle of the times that the next doubt takes until it is painted, in ms."""
    script = """() => new Promise(done => { const start = performance.now();
        document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'n', bubbles: true}));
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - start))); })"""
    return sorted(page.page.evaluate(script) for _ in range(steps))[steps // 2]


def test_it_is_usable_by_all(browser):
    path = report(book("axe.txt", three_games()), "axe.html")
    for scheme in ("light", "dark"):
        page = Page(browser, path, color_scheme=scheme)
        for keys in ((), ("n",), ("n",), ("n",), ("?",)):
            page.key(*keys)
            found = Axe().run(page.page).response["violations"]
            serious = [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")]
            assert not serious, (scheme, keys, serious)
        page.close()


def test_paper_has_all_games(browser):
    page = Page(browser, report(book("paper.txt", three_games()), "paper.html"))
    page.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.page.locator("article").count() == len(page.data()["games"])
    page.page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.close()


def test_a_phone_needs_no_sideways_scrolling(browser):
    page = Page(browser, report(book("phone.txt", three_games()), "phone.html"))
    page.page.set_viewport_size({"width": 390, "height": 844})
    for _ in range(3):
        page.key("n")
        assert page.page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()


def test_a_page_for_readers_replays_its_games(browser):
    pgn = f'[White "{EVIL}"]\n\n1. e4 $220 e5 2. Nf3 {{[#] {EVIL}}} Nc6 *\n'
    out = SCRATCH / "reader.html"
    descant("convert", "-q", book("reader.pgn", pgn), "--to", "html", "-o", out)
    page = Page(browser, out)
    assert page.page.locator(".moves .board").count() == 2, "a diagram at the glyph and one at the sign"
    page.key("End")
    assert page.page.locator('.moves button[aria-current="true"]').inner_text() == "Nc6"
    assert page.page.locator(".card").count() == 0
    page.close()


def test_a_doubt_of_recognised_pages_shows_its_strip(browser):
    hocr = (ROOT / "fixtures/scan/opera.hocr").read_text(encoding="utf-8").replace("B—QB4", "B—QR4").replace("B-QB4", "B-QR4")
    path = book("opera.hocr", hocr)
    image = SCRATCH / "opera.png"
    # One white pixel, stretched to the page.
    image.write_bytes(bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8ffff3f0005fe02fe0def46b80000000049454e44ae426082"))
    out = report(path, "strip.html", "--images", SCRATCH / "%s.png")
    page = Page(browser, out)
    page.key("n")
    assert page.page.locator(".strip image").get_attribute("href") == "opera.png"
    box = page.page.locator(".strip .words").bounding_box()
    assert box["width"] > 5 and box["height"] > 2, box

    page.close(fetches=True)


def test_a_served_page_saves_and_reads_again(browser):
    path = book("served.txt", three_games())
    child = subprocess.Popen([PROGRAM, "report", "-q", "--serve", str(path)], stdout=subprocess.PIPE, text=True)
    try:
        page = Page(browser, child.stdout.readline().strip())
        total = int(re.search(r"0 of (\d+) decided", page.done()).group(1))
        page.key("n")
        start = time.time()
        page.key("1")
        expect(page.page.locator("#done")).to_have_text(re.compile("^1 of"))
        assert time.time() - start < 0.5 * PATIENCE, "the next doubt does not wait for the reading"
        page.key("g")
        expect(page.page.locator("td .edited")).to_have_count(1)
        print(f"        read again in {time.time() - start:.2f} s")
        saved = path.with_suffix(".decisions.tsv").read_text(encoding="utf-8")
        assert "\tQb3\t" in saved, saved
        page.key("u")
        expect(page.page.locator("#done")).to_have_text(f"0 of {total} decided")
        expect(page.page.locator("td .edited")).to_have_count(0)
        # Decided one upon the other: what is saved last has them all.
        page.key("n")
        decide_all(page)
        expect(page.page.locator("#done:not(.saving)")).to_have_text(f"{total} of {total} decided")
        saved = path.with_suffix(".decisions.tsv").read_text(encoding="utf-8")
        assert len(saved.splitlines()) == total + 1, saved
        page.close(fetches=True)
    finally:
        child.send_signal(2)
        assert child.wait(10) == 0


def test_two_pages_at_once_lose_no_decision(browser):
    path = book("twice.txt", three_games())
    child = subprocess.Popen([PROGRAM, "report", "-q", "--serve", str(path)], stdout=subprocess.PIPE, text=True)
    try:
        address = child.stdout.readline().strip()
        one, two = Page(browser, address), Page(browser, address)
        saved = path.with_suffix(".decisions.tsv")
        total = int(re.search(r"0 of (\d+) decided", one.done()).group(1))
        one.key("n", "1")
        expect(one.page.locator("#done:not(.saving)")).to_have_text(f"1 of {total} decided")
        # The other page does not know of it yet, decides the next doubt, and then something else about the first.
        two.key("n", "n", "x")
        expect(two.page.locator("#done:not(.saving)")).to_have_text(f"2 of {total} decided")
        assert "\tQb3\t" in saved.read_text() and "\tnot a move\t" in saved.read_text(), saved.read_text()
        one.key("u")
        expect(one.page.locator("#done:not(.saving)")).to_have_text(f"1 of {total} decided")
        assert "\tQb3\t" not in saved.read_text() and "\tnot a move\t" in saved.read_text(), saved.read_text()
        # Somebody writes to the file by hand.
        saved.write_text(saved.read_text() + "# by hand\n1:1\tGAME I\t\tEvent=By hand\n")
        decide_all(one)
        expect(one.page.locator("#done:not(.saving)")).to_have_text(f"{total} of {total} decided")
        assert "\tEvent=By hand\t" in saved.read_text(), saved.read_text()
        for page in (one, two):
            # A browser tells every answer of 409 on its console.
            page.said = [line for line in page.said if "409" not in line]
            page.close(fetches=True)
    finally:
        child.send_signal(2)
        assert child.wait(10) == 0


def run_through(browser, path):
    """All doubts of a book decided by keys; the decisions hold, and hold or are told after random edits."""
    out = SCRATCH / "run.html"
    start = time.time()
    descant("report", "--quiet", path, "-o", out, "--force")
    print(f"  {path}: page made in {time.time() - start:.1f} s, {out.stat().st_size / 1e6:.1f} MB", end="")
    page = Page(browser, out)
    print(f", next doubt {slowest_step(page, 60):.0f} ms", end="")
    page.key("g")
    start = time.time()
    page.key("n")
    total = decide_all(page)
    print(f", {total} decided in {time.time() - start:.0f} s")
    file = page.download("run.tsv")
    page.close()
    rows, text = decided_rows(file), Path(path).read_bytes()
    places = [offset(text, row) for row in rows]
    check_decisions(path, "as it is", file, rows, places)
    for seed in (19, 20, 21):
        after, moved = edited_at_random(text, seed)
        copy = SCRATCH / f"edited{Path(path).suffix}"
        copy.write_bytes(after)
        check_decisions(copy, f"after twenty edits ({seed})", file, rows, [moved(at) for at in places])


def check_decisions(path, words, file, rows, places):
    """Every row is done at its place, or told."""
    games, said = descant("convert", path, "--decisions", file, "--to", "json", "--message-format", "short", "--level", "warning")
    games = [json.loads(line) for line in games.splitlines()]
    edited = sum("edited" in game.get("reading", "") for game in games)
    stale = {int(line) for line in re.findall(r"run\.tsv:(\d+):\d+: .*stale-decision", said)}
    wrong = {int(line) for line in re.findall(rf"{re.escape(str(path))}:(\d+):\d+: .*unplayable-decision", said)}
    text = Path(path).read_bytes()
    # A place between words is told as that of the next one.
    places = [at if row["printed"] else re.compile(rb"\w|$").search(text, at).start() for at, row in zip(places, rows)]
    done = [(at, row["decision"]) for number, (at, row) in enumerate(zip(places, rows), 2) if number not in stale]
    lost = [(text.count(b"\n", 0, at) + 1, decision) for at, decision in not_done_there(games, done)]
    lost = [(line, decision) for line, decision in lost if line not in wrong]
    print(f"  {words}: {edited} games edited, {len(done)} of {len(rows)} decisions found, {len(stale)} told stale, {len(wrong)} lines told where they cannot be done")
    assert not lost, f"neither done at their place nor told: {lost}"


def decided_rows(file):
    lines = file.read_text(encoding="utf-8").splitlines()
    return [dict(zip(lines[0].split("\t"), line.split("\t"))) for line in lines[1:]]


def offset(text, row):
    """The byte at which a row of decisions has its words, by line and column alone."""
    line, column = map(int, row["place"].lstrip("=").split(":")[-2:])
    start = sum(len(one) + 1 for one in text.split(b"\n", line - 1)[: line - 1])
    try:
        return start + len(text[start:].split(b"\n", 1)[0].decode()[: column - 1].encode())
    except UnicodeDecodeError:
        return start + column - 1


def edited_at_random(text, seed):
    """Twenty small edits, and where what stood at a byte stands after them."""
    dice, edits = random.Random(seed), []
    for at in sorted((dice.randrange(len(text)) for _ in range(20)), reverse=True):
        while text[at] & 0xC0 == 0x80:
            at -= 1
        width = dice.choice([0, len(text[at:at + 4].decode("utf-8", errors="ignore")[:1].encode())])
        put = dice.choice([b"x", b" ", b"7", b"\n", b""])
        text = text[:at] + put + text[at + width:]
        edits.append((at, len(put) - width))
    return text, lambda at: at + sum(by for place, by in edits if place < at)


def not_done_there(games, done):
    """What is not done at its place: another move is read there than the one decided, or one is where there is none."""
    there, left_out, near = {}, [], 3
    for game in games:
        moves, last = game.get("moves", []), 0
        for move in moves:
            start, end = move.get("span") or (None, None)
            if start is None:
                # Nothing was printed for it: it stands between its neighbours.
                rest = [other["span"][0] for other in moves[move["ply"]:] if other.get("span")]
                ends = sorted((last, (rest or [last + 200])[0]))
                left_out.append((ends[0] - near, ends[1] + near, move))
                continue
            last = end
            for at in range(start - near, end + near):
                there.setdefault(at, []).append(move)
    out = []
    for at, decision in done:
        moves = there.get(at, []) + [move for start, end, move in left_out if start <= at <= end]
        if decision == "not a move":
            is_done = not any(move.get("span") and move["span"][0] <= at < move["span"][1] for move in moves)
        elif re.match(r"a game |joined |as printed|\w+=", decision):
            is_done = True
        else:
            is_done = any(move["san"].rstrip("+#") == decision.split()[0] for move in moves)
        if not is_done:
            out.append((at, decision))
    return out


# What a browser without a window does not need, and what of it may end it before it shows a page.
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
# How often the browser may end by itself, at its start or in a test, before that counts.
STARTS = 4
# The status of a machine whose browser shows no page at all.
NO_BROWSER = 77


def launched(playwright):
    """A browser that shows a page, started again where it ends by itself; none where it never does."""
    for left in reversed(range(STARTS)):
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
            browser.new_page().close()
            return browser
        except Error as error:
            print(f"the browser did not start, {left} tries left: {str(error).splitlines()[0]}")
    return None


def main():
    if not CHROMIUM:
        sys.exit("no Chromium on the path: set CHROMIUM")
    failed = 0
    with sync_playwright() as playwright:
        browser = launched(playwright)
        tests = [] if BOOKS else [(name, test) for name, test in globals().items() if name.startswith("test_")]
        for name, test in tests if browser else []:
            for left in reversed(range(STARTS)):
                try:
                    test(browser)
                    print(f"ok      {name}")
                except Exception as error:  # each test is told, whatever stopped it
                    if left and not browser.is_connected() and (again := launched(playwright)):
                        print(f"the browser ended in {name}: once more")
                        browser = again
                        continue
                    failed += 1
                    print(f"FAILED  {name}: {type(error).__name__}: {error}")
                break
        if not browser:
            print(f"{CHROMIUM} shows no page on this machine")
            sys.exit(NO_BROWSER)
        for path in BOOKS:
            try:
                run_through(browser, path)
            except AssertionError as error:
                failed += 1
                print(f"FAILED  {path}: {error}")
        browser.close()
    shutil.rmtree(SCRATCH, ignore_errors=True)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
