import { useRouterState } from '@tanstack/react-router'

/** Returns the path of the browser. A component that uses it is drawn again for each page that is opened. */
export function usePath(): string {
  return useRouterState({ select: ({ location }) => location.pathname })
}
