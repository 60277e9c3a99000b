import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'

/**
 * Delay in ms before a page title is announced, because a page has a general title until the name of its
 * content is loaded.
 */
const untilNamed = 400

/**
 * Announces the title of each newly opened page to screen readers. Browsers do so only when they load a whole
 * page.
 */
export function PageTitleAnnouncer() {
  const [title, setTitle] = useState('')
  useEffect(() => {
    let path = window.location.pathname
    let last = document.title
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new MutationObserver(() => {
      const isSamePage = window.location.pathname === path
      // Ignores an unchanged title after a navigation, because the previous page may set its own title once
      // more.
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
