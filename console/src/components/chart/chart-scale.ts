/** Returns round numbers from 0 to `end` for the marks of an axis, in at most `most` equal steps. */
export function roundTicks(end: number, most: number): readonly number[] {
  const rough = Math.max(1, end / most)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough
  return upTo(end, step)
}

const spans = [
  0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800,
  21_600, 43_200, 86_400, 172_800, 604_800, 1_209_600, 2_592_000,
]

/**
 * Returns times in seconds from 0 to `end` for the marks of a time axis, in usual steps such as 15 s or 1 h.
 */
export function timeTicks(end: number, most: number): readonly number[] {
  return upTo(end, spans.find((span) => end / span <= most) ?? end)
}

function upTo(end: number, step: number): readonly number[] {
  return Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, index) => index * step)
}

/**
 * Returns the cumulative sums of values, which are the edges of stacked bars: `[1, 2, 3]` becomes `[0, 1, 3,
 * 6]`.
 */
export function stacked(values: readonly number[]): readonly number[] {
  return values.reduce<number[]>((sums, value) => [...sums, (sums.at(-1) ?? 0) + value], [0])
}
