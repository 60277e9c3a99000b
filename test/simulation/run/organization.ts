import type { Demo } from '../../../src/use-cases/account/demo/set-up-demo.ts'
import type { Model } from '../model/model.ts'

/** The ids and the key of a simulated organization that the operations use. */
export type Access = Pick<Demo, 'organizationId' | 'userId' | 'apiKey'>

/** An organization of a run: the ids by which operations call the service for it, and what is known about it. */
export interface SimulatedOrganization {
  /** The number of the organization in the story, beginning at 1. */
  readonly number: number
  readonly model: Model
  /** The ids and the key; null before the organization is created. */
  access: Access | null
  /** Whether an operation was done in the organization since its promises were last compared. */
  isTouched: boolean
  /** Whether the ids and the key are of another organization than the things, so that the service refuses each call. */
  readonly isForeign: boolean
}
