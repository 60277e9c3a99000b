import type { QueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import { onMessageOfOtherTabs } from './other-tabs.ts'
import { personOf, sessionQuery, setSignedInPerson } from './session.ts'
import { sessionEnd } from './session-end.ts'

/**
 * Keeps a tab up to date with the session of its browser, which another tab may end or replace. The other tab
 * sends a message; the session is also checked each time this tab becomes visible.
 */
export function watchSession(client: QueryClient): void {
  onMessageOfOtherTabs((news) => {
    if (news === 'signed-in') void lookAgain(client, true)
    else if (client.getQueryData(sessionQuery.queryKey) && sessionEnd.code() === null)
      sessionEnd.tell('SESSION_REVOKED')
  })
  let looking = false
  const comeBack = async () => {
    if (looking || document.visibilityState === 'hidden') return
    looking = true
    await lookAgain(client, false)
    looking = false
  }
  window.addEventListener('focus', () => void comeBack())
  document.addEventListener('visibilitychange', () => void comeBack())
}

async function lookAgain(client: QueryClient, isAnother: boolean): Promise<void> {
  const before = client.getQueryData(sessionQuery.queryKey)
  // Skips the check of the session before the console knows any user, because no user's data is on the
  // screen.
  if (before === undefined) return
  const session = sessionEnd.present()
  const call = answerOf(api.GET('/api/v1/auth/session'))
  // Ignores a failed check of the session. The API client has already recorded an ended session; other errors
  // say nothing about the session.
  const found = await call.catch(() => null)
  if (found === null || session !== sessionEnd.present()) return
  const person = personOf(found)
  const isSame = before?.user.id === person?.user.id && before?.organization.id === person?.organization.id
  if (isAnother || sessionEnd.code() !== null || !isSame) await setSignedInPerson(client, person)
  // Shows a role or a setting that an admin has changed meanwhile. Reloads nothing else, because an open forecast or
  // proposal must not change by itself.
  else client.setQueryData(sessionQuery.queryKey, person)
}
