const withOwnKeys = 'input, textarea, select, [role="grid"], [role="menu"], [role="listbox"], [role="dialog"]'

/**
 * Returns whether the focused element, or an open dialog, has its own use for keys. `more` is a selector of further
 * elements with keys of their own.
 */
export function takesKeys(target: EventTarget | null, more?: string): boolean {
  if (document.querySelector('[role="dialog"]') !== null) return true
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.closest(more === undefined ? withOwnKeys : `${withOwnKeys}, ${more}`) !== null
  )
}
