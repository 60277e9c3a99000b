/** Dialogs give the focus back as they fade, to a button that may have gone with its page. */
const untilFaded = 300
let isFirst = true

/**
 * Gives the focus to what has come in the place of something else, so that the keyboard and a screen
 * reader go on from there; unless something on the screen has it. What a tab shows first takes none.
 * Answers how to leave off.
 */
export function takeFocus(find: () => HTMLElement | null | undefined): () => void {
  const take = () => {
    if (isLost()) find()?.focus({ preventScroll: true })
  }
  if (!isFirst) take()
  const timer = isFirst ? undefined : setTimeout(take, untilFaded)
  isFirst = false
  return () => clearTimeout(timer)
}

/** A page that is kept behind the sign-in may still hold the focus, or a menu that has closed. */
function isLost(): boolean {
  const { activeElement, body } = document
  return (
    activeElement === null ||
    activeElement === body ||
    !activeElement.checkVisibility({ visibilityProperty: true })
  )
}
