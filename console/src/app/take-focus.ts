/**
 * Delay in ms after which the focus is checked a second time. A closing dialog returns the focus to its
 * button, which may be gone with its page.
 */
const untilFaded = 300
let isFirst = true

/**
 * Moves the focus to content that replaced other content, so that the keyboard and screen readers continue
 * from it. Does nothing if a visible element has the focus, and for the first content of a tab unless `isForm` is
 * true. Returns a function that cancels the move.
 */
export function takeFocus(find: () => HTMLElement | null | undefined, isForm = false): () => void {
  const take = () => {
    if (isLost()) find()?.focus({ preventScroll: true })
  }
  if (!isFirst || isForm) take()
  const timer = isFirst ? undefined : setTimeout(take, untilFaded)
  isFirst = false
  return () => clearTimeout(timer)
}

/** Returns true if no visible element has the focus. A hidden page or a closed menu may still hold it. */
function isLost(): boolean {
  const { activeElement, body } = document
  return (
    activeElement === null ||
    activeElement === body ||
    !activeElement.checkVisibility({ visibilityProperty: true })
  )
}
