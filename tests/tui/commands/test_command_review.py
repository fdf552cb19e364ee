"""``furiten review``: the JSON that others rely on, what it prints, its exit codes, and bad input."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ai.review.moments import Cost, MomentClass, PlayedOut
from engine import events as ev
from engine.records import write_events
from engine.records.read_file import games_of
from engine.records.recorded_game import hands_of
from tests.support.ai.reviewed_game import NAMES, review_of, short_game
from tests.support.tui.recorded_games import Game, play
from tui.archive.kept_reviews import KeptReviews, hands_to_review
from tui.archive.player_reviews import review_seats
from tui.cli import execute
from tui.i18n import t
from tui.practice.practice_record import Progress
from tui.words.names import tile_word
from tui.words.review_sentences import calibration, class_word, lost_points, verdict_words

FIELDS = {"event", "turn", "kind", "class", "tile", "better", "points", "ci95", "styles"}


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three hands of novices and an expert."""
    path = tmp_path_factory.mktemp("games") / "game.mjson"
    path.write_bytes(write_events(short_game()))
    return path


@pytest.fixture(scope="module")
def one_hand(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "hand.mjson"
    events = short_game()
    end = next(place for place, event in enumerate(events) if isinstance(event, ev.EndKyoku))
    path.write_bytes(write_events([*events[: end + 1], ev.EndGame()]))
    return path


def reviewed(capsys: pytest.CaptureFixture[str], *args: object) -> list[dict[str, object]]:
    assert execute(["review", *map(str, args), "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_shape_that_others_rely_on(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = reviewed(capsys, record, "--seat", 0)
    assert (found["file"], found["seat"], found["player"]) == (str(record), 0, "hayai:novice")
    (game,) = games_of(record.read_bytes())
    played = {hand.number: hand for hand in hands_of(game.events)}
    assert [hand["hand"] for hand in found["hands"]] == list(played)
    moments = [(hand, moment) for hand in found["hands"] for moment in hand["moments"]]
    assert moments
    for hand, moment in moments:
        start = played[hand["hand"]].start
        assert hand["name"] == f"{'East' if start.bakaze == 'E' else 'South'} {start.kyoku}"
        assert set(moment) <= FIELDS
        assert moment["class"] in ("proof", "opinion")
        event = played[hand["hand"]].events[moment["event"]]
        if moment["kind"] in ("discard", "riichi", "call", "kan", "dangerous-discard"):
            assert ev.actor_of(event) == 0, "the move of the seat itself"


@pytest.mark.nightly
def test_the_same_file_gives_the_same_review(one_hand: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert reviewed(capsys, one_hand, "--jobs", 2) == reviewed(capsys, one_hand, "--jobs", 1)


def test_all_four_seats_or_those_of_a_player(one_hand: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [found["seat"] for found in reviewed(capsys, one_hand)] == [0, 1, 2, 3]
    (found,) = reviewed(capsys, one_hand, "--player", "mamori:novice")
    assert found["player"] == "mamori:novice"
    for nobody in ("nobody", ""):
        assert execute(["review", str(one_hand), "--player", nobody]) == 2
        assert capsys.readouterr().err.splitlines() == [f"furiten: {t('review.no-player', name=nobody)}"]


def test_an_expert_has_no_opinion_against_it(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = reviewed(capsys, record, "--seat", NAMES.index("hayai:expert"))
    moments = [moment for hand in found["hands"] for moment in hand["moments"]]
    assert [moment for moment in moments if moment["class"] == "opinion"] == []


def test_filters_by_class_and_points(one_hand: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def moments(*args: str) -> list[tuple[str, int]]:
        return [
            (moment["class"], moment.get("points", 0))
            for found in reviewed(capsys, one_hand, "--seat", 0, *args)
            for hand in found["hands"]
            for moment in hand["moments"]
        ]

    everything = moments()
    assert {each for each, _ in everything} == {"proof", "opinion"}
    assert moments("--class", "proof") == [each for each in everything if each[0] == "proof"]
    assert {points for kind, points in everything if kind == "opinion"} == {0}, "nobody knows what they cost"
    dear = moments("--points", "800")
    assert dear == [each for each in everything if each[1] >= 800]
    assert len(dear) < len(everything)


def test_the_text_has_each_hand_with_its_verdict(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["review", str(record), "--seat", "0"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head == t("review.head", file=record, player="Hayai (novice)")
    review = review_of(0)
    for hand in review.hands:
        assert verdict_words(hand.verdict) in lines.pop(0)
        if hand.deal_in is not None:
            assert hand.deal_in.safety.opponent != review.seat
            assert tile_word(hand.deal_in.after.tile) in lines.pop(0)
        for moment in hand.moments:
            assert lines.pop(0).split()[0] == class_word(moment.moment_class)
    assert lines == [f"  {calibration(review.moments)}"]


def test_own_games_come_from_the_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path))
    assert execute(["review"]) == 0
    assert capsys.readouterr().out.splitlines() == [t("review.no-games")]
    for json_too in ([], ["--json"]):
        assert execute(["review", "--page", str(tmp_path / "page.html"), *json_too]) == 2
        said = capsys.readouterr()
        assert (said.out, said.err.splitlines()) == ("", [f"furiten: {t('review.no-page')}"])
    assert not (tmp_path / "page.html").exists()
    for day in (1, 2):
        play(tmp_path, Game(seed=7, day=day))
    (tmp_path / "records" / "other.jsonl").write_bytes(b"{}")
    assert execute(["review", "--json"]) == 2
    said = capsys.readouterr()
    found = [json.loads(line) for line in said.out.splitlines()]
    assert [each["player"] for each in found] == ["you", "you"]
    assert [Path(str(each["file"])).name[:10] for each in found] == ["2026-11-02", "2026-11-01"]
    page = tmp_path / "page.html"
    assert execute(["review", "--page", str(page)]) == 2, "one record cannot be read"
    hands = sum(len(each["hands"]) for each in found)
    title = t("review.own-games", count=2, hands=hands)
    assert f"<title>{title}</title>" in page.read_text(encoding="utf-8")
    assert title in capsys.readouterr().out.splitlines()
    assert len(said.err.splitlines()) == 1
    assert "other.jsonl" in said.err


def test_a_record_that_stops_is_reviewed_to_there(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (game,) = games_of(record.read_bytes())
    whole = reviewed(capsys, record, "--seat", 0)[0]["hands"]
    third = list(hands_of(game.events))[2]
    cut = tmp_path / "cut.mjson"
    cut.write_bytes(write_events(game.events[: third.first + 20]))
    (found,) = reviewed(capsys, cut, "--seat", 0)
    assert len(found["hands"]) == 3
    assert found["hands"][:2] == whole[:2]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"nonsense", "neither"),
        (b'{"type":"start_game","names":["a","b","c"]}\n', "three-player"),
        (b"", "empty"),
        (None, "missing.mjson"),
    ],
)
def test_bad_files_are_one_line(
    data: bytes | None, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "missing.mjson"
    if data is not None:
        path.write_bytes(data)
    assert execute(["review", str(path)]) == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert says in said.err
    assert "missing.mjson" in said.err


def test_seat_and_player_exclude_each_other(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["review", str(record), "--seat", "1", "--player", "x"]) == 2
    assert t("review.seat-or-player") in capsys.readouterr().err


def test_deep_names_its_seed_and_keeps_what_is_certain(
    one_hand: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ai.review.deep_review.PIECE", 1)
    certain = [one_hand, "--seat", 0, "--class", "proof"]
    (plain,) = reviewed(capsys, *certain)
    (deep,) = reviewed(capsys, *certain, "--deep", "--seconds", 0.01, "--jobs", 1)
    assert deep == {**plain, "seed": 0}
    assert execute(["review", str(one_hand), "--seed", "3"]) == 2
    assert t("review.deep-only") in capsys.readouterr().err


def test_ctrl_c_of_the_only_deep_review_tells_how_much_was_played_out(
    one_hand: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*asked: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ai.review.deep_review._play", stop)
    assert execute(["review", str(one_hand), "--seat", "0", "--deep", "--jobs", "1"]) == 130
    shown = capsys.readouterr()
    assert one_hand.name in shown.out
    told, *others = shown.err.splitlines()
    assert f"{one_hand.name}: " in told
    assert others == [], "that 1 of 1 reviews is shown says nothing"


def of_both_units(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each review has two measured moments: 900 points of the final score, and 500 of a hand."""
    found = review_of(0)
    (hand, *_) = found.hands
    first, second = (
        replace(each, moment_class=MomentClass.MEASURED, points=points, ci95=100, by_placement=points == 900)
        for each, points in zip(hand.moments, (900, 500), strict=False)
    )
    told = replace(found, hands=(replace(hand, moments=(first, second)),))
    monkeypatch.setattr(
        "tui.commands.review.review_seats",
        lambda seats, jobs, home: ((each, each.reviewed(told)) for each in seats),
    )


def test_what_was_measured_in_the_last_two_hands_names_its_unit(
    one_hand: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    of_both_units(monkeypatch)
    (object_,) = reviewed(capsys, one_hand, "--seat", 0)
    late, early = object_["hands"][0]["moments"]
    assert (late["points"], late["unit"]) == (900, "final-score")
    assert (early["points"], "unit" in early) == (500, False)


# -- all games of a player -------------------------------------------------------------------------------

NAME = NAMES[0]


@pytest.fixture
def folder(record: Path, tmp_path: Path) -> Path:
    """Two games of that player in a folder and one below it, one of them of November 2026."""
    home = tmp_path / "games"
    (home / "older").mkdir(parents=True)
    lines = record.read_bytes().splitlines(keepends=True)
    first = json.loads(lines[0]) | {"time": "2026-11-03T10:00:00Z"}
    (home / "a.mjson").write_bytes(json.dumps(first).encode() + b"\n" + b"".join(lines[1:]))
    (home / "older" / "b.mjson").write_bytes(record.read_bytes())
    (home / ".hidden").write_bytes(b"no record")
    return home


def test_all_games_of_a_player_on_a_page(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = folder.parent / "page.html"
    assert execute(["review", str(folder), "--player", NAME, "--page", str(page)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == t("review.page-written", file=page)
    (found,) = reviewed(capsys, folder, "--player", NAME)
    told = page.read_text(encoding="utf-8")
    mistakes = [each for each in found["moments"] if each["class"] != "opinion"]
    assert told.count("<article") == len(mistakes)
    assert 'href="#month-2026-11"' in told
    assert execute(["review", str(folder), "--player", NAME, "--page", str(folder)]) == 2


def test_points_of_the_final_score_are_counted_apart(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    of_both_units(monkeypatch)
    (totals,) = reviewed(capsys, folder, "--player", NAME)
    month = totals["by_month"]["2026-11"]
    assert (month["points"], month["final_score"], month["moments"]) == (500, 900, 2)
    assert execute(["review", str(folder), "--player", NAME]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == t("review.cost", count=4, lost=lost_points(Cost(points=1_000, final=1_800)))
    assert sum(f"900{t('reviewed.mark-placement')}" in line for line in lines) == 2
    assert lines[-1].strip() == t("reviewed.marked-placement")


@pytest.mark.parametrize("gone", [False, True])
def test_a_record_that_changes_meanwhile_is_one_line_and_the_rest_goes_on(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *, gone: bool
) -> None:
    """Another program writes to it, or takes it away, between the two readings."""
    path = folder / "a.mjson"

    def change(*asked: Any) -> Iterator[Any]:
        if gone:
            path.unlink()
        else:
            path.write_bytes(path.read_bytes() + b"\n")
        return review_seats(*asked)

    monkeypatch.setattr("tui.commands.review.review_seats", change)
    assert execute(["review", str(folder), "--player", NAME, "--json"]) == 2
    told = capsys.readouterr()
    (line,) = told.err.splitlines()
    assert line.startswith(f"furiten: {path}: ")
    assert gone or line.endswith(t("review.changed"))
    assert json.loads(told.out)["games"] == 1


def test_a_page_has_no_table_of_a_record_that_has_changed(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def change(*asked: Any) -> Iterator[Any]:
        yield from review_seats(*asked)
        (folder / "a.mjson").write_bytes(b'{"type":"start_game"}')

    monkeypatch.setattr("tui.commands.review.review_seats", change)
    page = folder.parent / "page.html"
    assert execute(["review", str(folder), "--player", NAME, "--page", str(page)]) == 0
    told = page.read_text(encoding="utf-8")
    assert 0 < told.count(t("review.changed")) == told.count("<article") // 2
    assert told.count("<svg") > 0


def test_what_was_played_out_and_kept_counts_in_the_totals(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One opinion proved to be a mistake, one stayed open, and one was none."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("FURITEN_HOME", str(home))
    (before,) = reviewed(capsys, folder, "--player", NAME)
    assert before["opinions"]["cleared"] == before["opinions"]["undecided"] == 0
    (game,) = games_of((folder / "a.mjson").read_bytes())
    (asked, *_) = hands_to_review(game.rules, game.events, 0)
    hand = review_of(0).hands[0]
    opinions = [each for each in hand.moments if each.moment_class is MomentClass.OPINION]
    mistake = replace(opinions[0], moment_class=MomentClass.MEASURED, points=900, ci95=200)
    open_ = replace(opinions[1], played=PlayedOut(-100, 500, 256))
    proofs = [each for each in hand.moments if each.moment_class is MomentClass.PROOF]
    KeptReviews(home).keep(asked, replace(hand, moments=(*proofs, mistake, open_), cleared=1))
    (after,) = reviewed(capsys, folder, "--player", NAME)
    # the same hand is in both records
    assert after["opinions"]["cleared"] == after["opinions"]["undecided"] == 2
    left = before["opinions"]["not_played_out"] - after["opinions"]["not_played_out"]
    assert left == 2 * len(opinions)
    measured = [each for each in after["moments"] if each["class"] == "measured"]
    assert [(each["points"], each["low"], each["high"]) for each in measured] == [(900, 700, 1_100)] * 2
    undecided = [each for each in after["moments"] if each["class"] == "opinion" and "low" in each]
    assert [(each["low"], each["high"]) for each in undecided] == [(-100, 500)] * 2
    month = [each["by_month"]["2026-11"] for each in (before, after)]
    assert month[1]["points"] - month[0]["points"] == 900
    (alone,) = reviewed(capsys, folder / "a.mjson", "--seat", 0)
    assert {each["class"] for each in alone["hands"][0]["moments"]} == {"proof", "opinion"}, "always the same"
    (alone,) = reviewed(capsys, folder / "a.mjson", "--player", NAME)
    assert alone["opinions"]["cleared"] == 0, "of one file as well"


def test_hands_that_were_reviewed_are_not_reviewed_again(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path))
    first = reviewed(capsys, folder, "--player", NAME, "--jobs", 1)
    monkeypatch.setattr("tui.archive.player_reviews.review_hand", None)
    assert reviewed(capsys, folder, "--player", NAME, "--jobs", 1) == first


def test_mistakes_of_a_player_become_questions(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FURITEN_HOME", str(tmp_path / "home"))
    asked = ["practice", "--from", str(folder), "--player", NAME]
    assert execute(asked) == 0
    said = capsys.readouterr().out
    with closing(Progress(tmp_path / "home")) as progress:
        own = progress.own_questions
    assert own
    assert execute(asked) == 0
    assert capsys.readouterr().out == said, "what practice knows already is counted, and added once"
    with closing(Progress(tmp_path / "home")) as progress:
        assert progress.own_questions == own


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        (["--from", "x"], "from-whom"),
        (["--player", "x"], "from-whom"),
        (["--from", "x", "--player", "y", "waits"], "from-alone"),
    ],
)
def test_what_goes_with_from(arguments: list[str], key: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["practice", *arguments]) == 2
    assert t(f"practice-command.{key}") in capsys.readouterr().err
