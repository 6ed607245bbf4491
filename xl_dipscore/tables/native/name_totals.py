"""LAMBDAs of defined names that read scores instead of boards: totals, and differences from mean scores."""

from collections.abc import Mapping
from contextlib import suppress

from xl_dipscore.errors import NUM, Faults
from xl_dipscore.rules.event.worth import LessMeanOfPower
from xl_dipscore.rules.system import EachPlayer
from xl_dipscore.rules.tournament.combine import Rule, rule_of, ways
from xl_dipscore.rules.tournament.tiebreaks import tie_breaks
from xl_dipscore.tables.native.columns import clean_name
from xl_dipscore.tables.native.facts import seat_of
from xl_dipscore.tables.native.lambdas import as_file, function, with_blanks
from xl_dipscore.tables.native.notation import LambdaText, Stored
from xl_dipscore.tables.native.plan import NoFormInEvent
from xl_dipscore.tables.native.weights import ORDER, PLAYED, ROUNDS, Cases, case_formula, weights_in

MOST_ROUNDS = 10
"""The most rounds under a rule whose weights depend on a number of rounds or on the place of a score."""
_ROUNDS = """
@event,IF(ROWS(@rounds)*COLUMNS(@rounds)>1,MAX(CHOOSEROWS(CHOOSECOLS(@rounds,1),1)),IF(ISERROR(@rounds),@rounds,
  IF(OR(TRIM(@rounds)="",TRIM(@rounds)="0"),COLUMNS(@scores),IFERROR(--@rounds,0)))),
@over,IF(ISERROR(@event),0,IF(@event<1,0,IF(@event<>INT(@event),0,@event))),
@number,LAMBDA(@x,IF(TRIM(@x)="","",IF((@x=TRUE)+(@x=FALSE)>0,#VALUE!,--@x))),
BYROW(@scores,LAMBDA(@typed,IF(ISERROR(@event),@event,IF(@over=0,#NUM!,
  IF(SUM(IFERROR(IF(@typed="",0,0),1))>0,SUM(@typed),LET(@known,@number(@typed),IF(SUM(IFERROR(IF(@known="",0,0),1))>0,#VALUE!,
  LET(@held,SUM(--(@known<>"")),IF(@held=0,"",
  IF(SUM((@known<>"")*(SEQUENCE(1,COLUMNS(@known))>@over))>0,#NUM!,
  SUM(MAP(SEQUENCE(1,@held),LAMBDA(@k,LET(@w,@rule(@over,@held,@k),IF(@w=0,0,@w*LARGE(@known,@k))))))))))))))))
"""


def rounds_name() -> Stored:
    """DIP_ROUNDS: the total of each row of scores. Its argument `rule` is a LAMBDA from `_weights`."""
    return as_file(function(["scores", "rounds", "rule"], LambdaText(f"LET({_ROUNDS})")))


def total_name(rule: Rule) -> Stored:
    """KEY_TOTAL, for a system's key: the total of each row of scores by `rule`. Raises NoFormInEvent."""
    text = f"DIP_ROUNDS(@scores,{with_blanks(['rounds'])},{_weights(rule)})"
    return as_file(function(["scores", "?rounds"], LambdaText(text)))


def any_total_name(own: Mapping[str, Rule]) -> Stored:
    """DIP_TOTAL for the rules that `ways` name and for `own`. own: by key of a system, its rule.

    Rules without a form as a name are left out: for them, DIP_TOTAL is #N/A.
    """
    words = {word: rule_of(word) for one in ways() for word in one.in_names} | {**own}
    weights: dict[str, str] = {}
    for rule in words.values():
        with suppress(NoFormInEvent):
            weights[rule.name] = _weights(rule)
    known = {word: rule.name for word, rule in words.items() if rule.name in weights}
    listed = ";".join(f'"{_fold_word(word)}"' for word in known)
    numbers = ";".join(str(1 + [*weights].index(name)) for name in known.values())
    return as_file(
        function(
            ["rule", "scores", "?rounds"],
            LambdaText(
                f'LET(@said,LOWER(SUBSTITUTE(SUBSTITUTE(@rule&""," ",""),"_","")),'
                f"@n,SUM((@said={{{listed}}})*{{{numbers}}}),"
                "IF(ISERROR(@n),BYROW(@scores,LAMBDA(@x,@n)),IF(@n=0,BYROW(@scores,LAMBDA(@x,NA())),"
                f"DIP_ROUNDS(@scores,{with_blanks(['rounds'])},CHOOSE(@n,{','.join(weights.values())})))))"
            ),
        )
    )


def _weights(rule: Rule) -> str:
    """A LAMBDA for a score's weight. Parameters: rounds of the event, rounds played, place of the score."""
    if not rule.of_scores or rule.either:
        raise NoFormInEvent(field="combine", what=f"The rule {rule.name}", instead=" as a name")
    cases: Cases = {}
    undefined = []
    for rounds in range(1, MOST_ROUNDS + 1):
        try:
            weights = weights_in(rule, rounds, rounds)
        except Faults as faults:
            if faults.cell != NUM:
                raise
            undefined.append(f"@over={rounds}")
            continue
        cases |= {case: "0" if one is None else str(one.exact) for case, one in weights.items()}
    text = case_formula(cases)
    asks = [token for token in (ROUNDS, PLAYED, ORDER) if token in text]
    for token, name in ((ROUNDS, "@over"), (PLAYED, "@held"), (ORDER, "@k")):
        text = text.replace(token, name)
    text = f"IF(OR({','.join(undefined)}),#NUM!,{text})" if undefined else text
    text = f"IF(MAX(@over,@held)>{MOST_ROUNDS},NA(),{text})" if asks or undefined else text
    return f"LAMBDA(@over,@held,@k,{text})"


def _fold_word(word: str) -> str:
    return word.replace(" ", "").lower()


_DIFFERENCE = """
@who,MAP(TOCOL(@players),LAMBDA(@x,IFERROR({NAME},""))),
@seat,MAP(TOCOL(@powers),LAMBDA(@x,IFERROR({SEAT},0))),
@given,TOCOL(@scores),
@number,IFERROR(IF(TRIM(@given)="","",IF((@given=TRUE)+(@given=FALSE)>0,"?",--@given)),"?"),
@sound,IF(@number="",0,IF(@number="?",0,IF(@seat>0,1,0))),
@points,IF(@sound=1,@number,0),
@wrong,IF(LEN(TOCOL(@powers)&@given&TOCOL(@players))<0,0,IF(@number="",0,IF(@sound=1,0,#VALUE!))),
@amiss,IFERROR(@wrong,1),
@place,SEQUENCE(ROWS(@who)),
@most,MAX(1,MAP(@who,LAMBDA(@one,IF(@one="",0,SUM((@who=@one)*@sound))))),
@said,IF(ROWS(@rounds)*COLUMNS(@rounds)>1,MAX(CHOOSEROWS(CHOOSECOLS(@rounds,1),1)),IF(ISERROR(@rounds),@rounds,
  IF(OR(TRIM(@rounds)="",TRIM(@rounds)="0"),@most,IFERROR(--@rounds,0)))),
@over,IF(@said<1,#NUM!,IF(@said<>INT(@said),#NUM!,@said)),
@mean,MAP(@seat,LAMBDA(@one,SUM((@seat=@one)*@points)/MAX(1,SUM((@seat=@one)*@sound)))),
@answers,MAP(@who,@place,LAMBDA(@one,@n,LET(@first,MIN(IF((@who=@one)*@amiss,@place,1E+9)),
  IF(@first<1E+9,IF(@one="",SUM(IF(@place=@n,@wrong,0)),SUM(IF(@place=@first,@wrong,0))),
  IF(@one="","",IF(SUM((@who=@one)*@sound)=0,"",SUM((@who=@one)*@sound*(@points-@mean))/@over)))))),
@same,AND(ROWS(@players)=ROWS(@powers),ROWS(@players)=ROWS(@scores),COLUMNS(@players)=COLUMNS(@powers),
  COLUMNS(@players)=COLUMNS(@scores),OR(ROWS(@players)=1,COLUMNS(@players)=1)),
IF(NOT(@same),#VALUE!,IF(ISERROR(@over),@over,IF(COLUMNS(@players)=1,@answers,TRANSPOSE(@answers))))
"""


def each_player_name(declared: EachPlayer) -> Stored | None:
    """KEY_WORD, for each player's value of a tie-break: the formula; None without a form as a name."""
    worth = next((one.worth for one in tie_breaks() if one.values is declared.values), None)
    return _difference() if isinstance(worth, LessMeanOfPower) else None


def _difference() -> Stored:
    """A function of all games. For each player: the sum of (score - mean score of the power) / rounds."""
    text = _DIFFERENCE.replace("{NAME}", clean_name("@x")).replace("{SEAT}", seat_of("@x"))
    names = with_blanks(["rounds"])
    parts = text.replace("@rounds", "@planned")
    return as_file(
        function(["players", "powers", "scores", "?rounds"], LambdaText(f"LET(@planned,{names},{parts})"))
    )
