"""The drawing code as one module."""

from __future__ import annotations

import re

import pytest

from widgets.drawing import linked, screen_code


def test_modules_become_one_in_the_order_of_their_imports() -> None:
    code = linked(
        {
            "main": 'import { one, two } from "./b.js";\nexport function render() {\n  return one() + two;\n}\n',
            "b": 'export { one } from "./a.js";\nexport const two = 2;\n',
            "a": "async function other() {}\nexport { other };\nexport function one() {}\n",
        }
    )
    assert re.findall(r"^const in_(\w+) =", code, re.MULTILINE) == ["a", "b", "main"]
    assert "const { one, two } = in_b;" in code
    assert "return { other, one };" in code and "return { two, one: in_a.one };" in code
    assert re.findall(r"^(?:import|export).*", code, re.MULTILINE) == ["export const { render } = in_main;"]


@pytest.mark.parametrize("form", ['import * as all from "./a.js";', "export default 1;", "export let one = 1;"])
def test_a_form_that_cannot_be_linked_is_no_code(form: str) -> None:
    with pytest.raises(SyntaxError, match=re.escape(form)):
        linked({"main": form, "a": ""})


def test_all_our_modules_are_linked() -> None:
    assert "const in_main = " in screen_code()["code"]
