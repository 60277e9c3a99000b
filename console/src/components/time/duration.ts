const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const

/**
 * Returns a duration as exactly as is useful: "40 ms", "1.4 s", "12 s", "3 min 4 s", "2 h 5 min", "3 d 1 h".
 */
export function wordsOfDuration(seconds: number): string {
  if (seconds > 0 && seconds < 1) return `${Math.round(seconds * 1_000)}\u00a0ms`
  if (seconds < 10) return `${Math.max(0, seconds).toFixed(1).replace('.0', '')}\u00a0s`
  for (const [index, [unit, length]] of units.entries()) {
    if (seconds < length) continue
    const [next, nextLength] = units[index + 1] ?? (['s', 1] as const)
    const rest = Math.floor((seconds % length) / nextLength)
    return rest > 0
      ? `${Math.floor(seconds / length)} ${unit} ${rest} ${next}`
      : `${Math.floor(seconds / length)} ${unit}`
  }
  return `${Math.floor(seconds)}\u00a0s`
}
