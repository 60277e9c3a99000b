import { useSyncExternalStore } from 'react'
import { serviceReach } from './service-reach.ts'

/** Returns true while the service does not answer. */
export function useServiceAway(): boolean {
  return useSyncExternalStore(serviceReach.subscribe, serviceReach.isAway)
}
