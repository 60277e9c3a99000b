import { useMantineColorScheme } from '@mantine/core'
import { useEffect, useLayoutEffect } from 'react'
import type { SignedIn } from '../../api/schema.ts'

const year = 365 * 24 * 60 * 60

/**
 * Stores how the next page of this browser looks before its scripts have loaded: with the frame of the console if
 * a person is signed in, and in the chosen colour scheme. The service reads the cookie when it sends the page,
 * because the session cookie is not sent with pages.
 */
export function useOpening(person: Pick<SignedIn, 'organization'> | null | undefined): void {
  const { colorScheme } = useMantineColorScheme()
  useEffect(() => {
    if (person === undefined) return
    const words = [
      ...(person === null ? [] : ['signed-in']),
      ...(person?.organization.isTestMode === true ? ['test'] : []),
      ...(colorScheme === 'auto' ? [] : [colorScheme]),
    ]
    const secure = window.location.protocol === 'https:' ? '; Secure' : ''
    const seconds = words.length === 0 ? 0 : year
    document.cookie = `spindle_opening=${words.join('.')}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`
  }, [person, colorScheme])
}

/** Removes what index.html shows at first, as soon as the console knows which page replaces it. */
export function useOpeningEnd(isKnown = true): void {
  useLayoutEffect(() => {
    if (!isKnown) return
    document.querySelector('#opening')?.remove()
    delete document.documentElement.dataset['opening']
  }, [isKnown])
}
