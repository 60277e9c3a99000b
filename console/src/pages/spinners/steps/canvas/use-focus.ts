import { type RefObject, useEffect, useState } from 'react'

/** Returns the action that focuses the first enabled element among the elements with the given selectors. */
export function useFocus(place: RefObject<HTMLElement | null>) {
  const [focus, setFocus] = useState<readonly string[]>([])
  useEffect(() => {
    const elements = focus.map((selector) => place.current?.querySelector<HTMLElement>(selector))
    elements.find((element) => element?.matches(':enabled') === true)?.focus()
  }, [focus, place])
  return setFocus
}
