"""A template tag that keeps what it has rendered: one text for the same values, for every reader of this process."""

from django import template
from django.template.base import FilterExpression, Node, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

# texts of one block in one process: the positions that its tables are at, and some more
MOST = 2000


class OnceNode(Node):
    """The block of `once`, with the texts that it has made."""

    def __init__(self, nodelist: NodeList, values: list[FilterExpression]) -> None:
        self.nodelist, self.values = nodelist, values
        self.texts: dict[tuple[object, ...], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        """Return the text for the present values, rendered if it is new."""
        key = (get_language(), *[value.resolve(context) for value in self.values])
        text = self.texts.get(key)
        if text is None:
            text = self.nodelist.render(context)
            if len(self.texts) >= MOST:
                self.texts.clear()
            self.texts[key] = text
        return text


@register.tag
def once(parser: Parser, token: Token) -> OnceNode:
    """Render a block once for each set of values: `{% once seat colors %}…{% endonce %}`.

    Whatever the block shows must follow from the values (which are hashable) and the language: nothing else of the
    context may be read in it.
    """
    values = [parser.compile_filter(bit) for bit in token.split_contents()[1:]]
    nodelist = parser.parse(("endonce",))
    parser.delete_first_token()
    return OnceNode(nodelist, values)
