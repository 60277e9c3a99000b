import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'

/** A page is called after its kind until the name of what it shows has come. */
const untilNamed = 400

/** Tells a screen reader the title of each page that is gone to, which a browser does only where it loads one. */
export function TitleNews() {
  const [title, setTitle] = useState('')
  useEffect(() => {
    let path = window.location.pathname
    let last = document.title
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new MutationObserver(() => {
      const isSamePage = window.location.pathname === path
      // The page that is left may give its own once more.
      if (!isSamePage && document.title === last) return
      path = window.location.pathname
      last = document.title
      if (isSamePage) return
      clearTimeout(timer)
      timer = setTimeout(() => setTitle(document.title), untilNamed)
    })
    observer.observe(document.head, { subtree: true, childList: true, characterData: true })
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [])
  return <VisuallyHidden aria-live="polite">{title}</VisuallyHidden>
}
