// The line around some cells of a grid, with rounded corners, in units of one cell.

const ROUND = 0.13;

/** One closed line for each group of cells that touch. */
export function outline(cells) {
  const there = new Set(cells.map(String));
  const ends = new Map(); // where a side of the line begins -> where it ends
  for (const [x, y] of cells) {
    const sides = [
      [[x, y - 1], [x, y], [x + 1, y]],
      [[x + 1, y], [x + 1, y], [x + 1, y + 1]],
      [[x, y + 1], [x + 1, y + 1], [x, y + 1]],
      [[x - 1, y], [x, y + 1], [x, y]],
    ];
    for (const [beyond, from, to] of sides) {
      if (!there.has(String(beyond))) ends.set(String(from), [...(ends.get(String(from)) || []), to]);
    }
  }
  let path = "";
  for (let loop = nextLoop(ends); loop; loop = nextLoop(ends)) path += rounded(corners(loop));
  return path;
}

/** Go along the sides until the line is closed; what was gone along is taken away. */
function nextLoop(ends) {
  const first = [...ends.keys()][0];
  if (first === undefined) return null;
  const points = [];
  let at = first;
  let before = null;
  do {
    const ways = ends.get(at);
    const here = at.split(",").map(Number);
    const to = ways.length > 1 && before ? ways.splice(turning(before, here, ways), 1)[0] : ways.pop();
    if (!ways.length) ends.delete(at);
    points.push(here);
    before = here;
    at = String(to);
  } while (at !== first && ends.has(at));
  return points;
}

/** Where two cells touch by a corner only, each keeps its own line: turn right. */
function turning([fromX, fromY], [x, y], ways) {
  const [alongX, alongY] = [x - fromX, y - fromY];
  const right = ways.findIndex(([toX, toY]) => alongX * (toY - y) - alongY * (toX - x) > 0);
  return Math.max(right, 0);
}

/** Only the points at which the line turns. */
function corners(points) {
  return points.filter(([x, y], index) => {
    const [a, b] = points.at(index - 1);
    const [c, d] = points[(index + 1) % points.length];
    return (x - a) * (d - y) !== (y - b) * (c - x);
  });
}

function rounded(points) {
  const toward = ([x, y], [toX, toY]) => {
    const length = Math.hypot(toX - x, toY - y);
    return [x + ((toX - x) / length) * ROUND, y + ((toY - y) / length) * ROUND].map((number) => Number(number.toFixed(3)));
  };
  const bend = (point, index) => {
    const arrive = toward(point, points.at(index - 1));
    const leave = toward(point, points[(index + 1) % points.length]);
    return `${index ? "L" : "M"}${arrive.join(" ")}Q${point.join(" ")} ${leave.join(" ")}`;
  };
  return `${points.map(bend).join("")}Z`;
}
