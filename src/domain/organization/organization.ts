/** A customer. */
export interface Organization {
  readonly id: string
  readonly name: string
  readonly planId: string
  readonly createdAt: Date
}
