/**
 * Scrolls a bar of tabs or links sideways until the current one is visible, for phones on which the bar is wider than the
 * screen.
 */
export function showCurrent(bar: HTMLElement | null): void {
  const current = bar?.querySelector('[data-active], [aria-current]')
  if (bar === null || current === null || current === undefined) return
  const hidden = current.getBoundingClientRect().right - bar.getBoundingClientRect().right
  if (hidden > 0) bar.scrollLeft += hidden
}
