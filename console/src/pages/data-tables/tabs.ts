import { useNavigate, useRouterState } from '@tanstack/react-router'

export const tabs = ['records', 'import', 'connect', 'settings'] as const
export type Tab = (typeof tabs)[number]

/** Which tab is open is in the address, so that it can be sent to somebody and gone back to. */
export function useTab(): readonly [Tab, (tab: Tab) => void] {
  const navigate = useNavigate()
  const named = useRouterState({ select: ({ location }) => (location.search as { tab?: string }).tab })
  const tab = tabs.find((each) => each === named) ?? 'records'
  return [tab, (next) => void navigate({ to: '.', search: { tab: next } })]
}
