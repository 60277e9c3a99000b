/** A folder of data tables and spinners. */
export interface Project {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly createdAt: Date
}
