"""The options of the printed game. Those of a house rule stand in its own file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.core.options import Choice, Flag, Line, Number, NumberBySeats, Option, Range, RulesetError
from games.rules.core.text import N_
from games.rules.uno.editions import EDITIONS, read_edition

FEWEST_SEATS, MOST_SEATS = 2, 10


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionChoice(Choice):
    """An edition by its key, or as data: one that an admin made comes with the ruleset that uses it."""

    @property
    def allowed(self) -> str:
        return ", ".join(self.labels) + ", or an edition as an object"

    def check(self, value: object) -> Any:
        if not isinstance(value, Mapping):
            if not isinstance(value, str) or value not in self.labels:
                raise self.refuse(value)
            return value
        try:
            edition = read_edition(value)
        except ValueError as error:
            raise RulesetError(self.key, value.get("key", "an edition"), str(error)) from error
        if edition.key in self.labels:
            raise RulesetError(self.key, edition.key, "a key that no built-in edition has")
        return edition.to_json()


#: The groups in which options are shown, with their titles.
GROUPS: dict[str, str] = {
    "deal": N_("Deal"),
    "drawing": N_("Drawing"),
    "four": N_("Wild Draw Four and the challenge"),
    "stacking": N_("Stacking and turning a penalty away"),
    "out_of_turn": N_("Out of turn and several at once"),
    "going_out": N_("Going out and the call"),
    "manners": N_("Manners"),
    "specials": N_("Specials"),
    "score": N_("Score and match"),
}

DEAL: tuple[Option, ...] = (
    EditionChoice(
        key="edition",
        default="classic",
        group="deal",
        title=N_("Edition"),
        text=N_("The deck that is played with."),
        labels={edition.key: edition.title for edition in EDITIONS.values()},
    ),
    Range(
        key="seats",
        default=(FEWEST_SEATS, MOST_SEATS),
        group="deal",
        title=N_("Seats"),
        text=N_("Fewest and most players."),
        least=FEWEST_SEATS,
        most=MOST_SEATS,
    ),
    Number(
        key="start_when_ready",
        default=None,
        group="deal",
        title=N_("Start when ready"),
        text=N_("The round may start as soon as this many players are ready; empty: when all who sit are."),
        least=FEWEST_SEATS,
        most=MOST_SEATS,
        or_null=True,
    ),
    Number(
        key="second_deck_from",
        default=None,
        group="deal",
        title=N_("Second deck"),
        text=N_("With this many players or more, two whole decks are shuffled together; empty: never."),
        least=FEWEST_SEATS,
        most=MOST_SEATS,
        or_null=True,
    ),
    NumberBySeats(
        key="hand_size",
        default=7,
        group="deal",
        title=N_("Hand size"),
        text=N_("Cards dealt to each player, one number for all tables or one for each number of players."),
        least=1,
        most=15,
        fewest=FEWEST_SEATS,
        most_seats=MOST_SEATS,
    ),
    Choice(
        key="next_dealer",
        default="left",
        group="deal",
        title=N_("Next dealer"),
        text=N_("Who deals the next round. The first dealer is found by drawing the highest number."),
        labels={"left": N_("The next to the left"), "winner": N_("The winner of the round")},
    ),
    Choice(
        key="start_wild",
        default="first_player",
        group="deal",
        title=N_("First card Wild"),
        text=N_("Who names the colour when the first card is a Wild; then the first player plays."),
        labels={
            "first_player": N_("The first player"),
            "dealer": N_("The dealer"),
            "redraw": N_("Another card is turned"),
        },
    ),
    Choice(
        key="start_draw_two",
        default="applies",
        group="deal",
        title=N_("First card Draw Two"),
        text=N_("Whether the first player draws two and loses the turn."),
        labels={"applies": N_("It applies"), "redraw": N_("Another card is turned")},
    ),
    Choice(
        key="start_reverse",
        default="dealer",
        group="deal",
        title=N_("First card Reverse"),
        text=N_("Play starts counter-clockwise; this says who begins. With two players it is the dealer."),
        labels={"dealer": N_("The dealer"), "dealer_right": N_("The player to the dealer's right")},
    ),
    Flag(
        key="start_numbers_only",
        group="deal",
        title=N_("First card a number"),
        text=N_("Cards are turned until the first card is a number."),
    ),
    Flag(
        key="redraw_to_number",
        group="deal",
        title=N_("Redraw to a number"),
        text=N_("Once another first card is turned for a Wild or a Draw Two, it goes on until a number."),
    ),
)

DRAWING: tuple[Option, ...] = (
    Choice(
        key="play_drawn",
        default="everyone",
        group="drawing",
        title=N_("Play the drawn card"),
        text=N_("Who may play the card just drawn."),
        labels={"everyone": N_("Everyone"), "vip": N_("VIPs"), "nobody": N_("Nobody")},
    ),
    Choice(
        key="play_drawn_cards",
        default="any",
        group="drawing",
        title=N_("Drawn cards that may be played"),
        text=N_("Which cards may be played right after they are drawn."),
        labels={"any": N_("Any card"), "numbers": N_("Number cards")},
    ),
    Choice(
        key="draw",
        default="one",
        group="drawing",
        title=N_("Draw"),
        text=N_("How many cards a player draws who does not play."),
        labels={"one": N_("One"), "until_playable": N_("Until a card can be played")},
    ),
    Flag(
        key="must_play",
        group="drawing",
        title=N_("Must play"),
        text=N_("A player who can play must play, the drawn card included."),
    ),
    Flag(
        key="wild_after_draw_card",
        default=True,
        group="drawing",
        title=N_("Wild on a draw card"),
        text=N_("If not, a Wild may not be laid on a Draw Two or a Wild Draw Four, even after its penalty was drawn."),
    ),
)

FOUR: tuple[Option, ...] = (
    Choice(
        key="wild_four_needs",
        default="no_color",
        group="four",
        title=N_("Wild Draw Four is proper"),
        text=N_("What the hand must not hold for a Wild Draw Four to be proper."),
        labels={
            "no_color": N_("No card of the active colour"),
            "no_color_or_face": N_("No card of the active colour or with the same number or symbol"),
            "no_other_play": N_("No other card that could be played"),
            "nothing": N_("Always proper"),
        },
    ),
    Choice(
        key="wild_four_policing",
        default="challenge",
        group="four",
        title=N_("Improper Wild Draw Four"),
        text=N_("What happens to one who plays it improperly."),
        labels={
            "challenge": N_("The next player may challenge"),
            "refuse": N_("It cannot be played"),
            "off": N_("Nothing"),
        },
    ),
    Choice(
        key="challenge_target",
        default="last",
        group="four",
        title=N_("Challenged in a stack"),
        text=N_("In a stack of Wild Draw Fours, whose play is examined."),
        labels={"last": N_("The last one"), "first": N_("The first one")},
    ),
    Number(
        key="challenge_penalty",
        default=2,
        group="four",
        title=N_("Wrong challenge"),
        text=N_("Extra cards for a wrong challenge."),
        least=0,
        most=10,
    ),
)

GOING_OUT: tuple[Option, ...] = (
    Choice(
        key="finish_on",
        default="any",
        group="going_out",
        title=N_("Last card"),
        text=N_("Whether an action or wild card may be the last card played."),
        labels={"any": N_("Any card"), "number": N_("A number card")},
    ),
    Flag(
        key="last_draw_counts",
        default=True,
        group="going_out",
        title=N_("Last draw card counts"),
        text=N_("The cards of a Draw Two or Wild Draw Four that goes out are still drawn before scoring."),
    ),
    Number(
        key="uno_penalty",
        default=2,
        group="going_out",
        title=N_("Caught without the call"),
        text=N_("Cards for a player caught without the call."),
        least=0,
        most=10,
    ),
    Flag(
        key="uno_per_catcher",
        group="going_out",
        title=N_("Every catcher counts"),
        text=N_("Each player who catches costs the penalty again."),
    ),
    Choice(
        key="uno_window",
        default="next_turn",
        group="going_out",
        title=N_("How long a catch counts"),
        text=N_("Until the next player begins a turn, or as long as the hand holds one card without the call."),
        labels={"next_turn": N_("Until the next turn begins"), "one_card": N_("As long as one card is held")},
    ),
    Flag(
        key="uno_late_call",
        default=True,
        group="going_out",
        title=N_("Late call"),
        text=N_("Calling after the play, before being caught, still saves; if not, the call must come with the play."),
    ),
    Number(
        key="uno_false_call_penalty",
        default=0,
        group="going_out",
        title=N_("False call"),
        text=N_("Cards for a call by a player who is not left with one card."),
        least=0,
        most=10,
    ),
    Line(
        key="call_word",
        default="UNO!",
        group="going_out",
        title=N_("The call"),
        text=N_("What the button says and the others hear."),
        longest=20,
    ),
    Flag(
        key="uno_action_exempt",
        group="going_out",
        title=N_("No call for an action card"),
        text=N_("No call is needed when the one card left is an action or wild card."),
    ),
)

SCORE: tuple[Option, ...] = (
    Choice(
        key="scoring",
        default="winner_collects",
        group="score",
        title=N_("Scoring"),
        text=N_("Who gets the points in the hands that are left."),
        labels={
            "winner_collects": N_("The winner collects the other hands"),
            "own_points": N_("Everyone is charged the hand they are left with"),
        },
    ),
    Choice(
        key="match",
        default="target",
        group="score",
        title=N_("Length of the match"),
        text=N_("When the match is over."),
        labels={
            "target": N_("When somebody reaches the target"),
            "rounds": N_("After a number of rounds"),
            "single": N_("After one round"),
        },
    ),
    Number(
        key="target",
        default=500,
        group="score",
        title=N_("Target"),
        text=N_(
            "Points that end the match. Where everyone is charged the hand they are left with,"
            " the lowest total then wins."
        ),
        least=20,
        most=5000,
    ),
    Number(
        key="rounds",
        default=3,
        group="score",
        title=N_("Rounds"),
        text=N_("Rounds in the match."),
        least=1,
        most=50,
    ),
    Line(
        key="forfeit",
        default="",
        group="score",
        title=N_("Forfeit"),
        text=N_("What the player in the last place owes the others."),
        longest=200,
        may_be_empty=True,
    ),
)

PRINTED: tuple[Option, ...] = (*DEAL, *DRAWING, *FOUR, *GOING_OUT, *SCORE)
