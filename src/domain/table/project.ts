import { revisionOfContent } from '../revision.ts'

/** A folder of data tables and spinners. */
export interface Project {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly createdAt: Date
}

/** Returns the revision of what people change of a project. */
export function revisionOfProject({ name }: Pick<Project, 'name'>): number {
  return revisionOfContent({ name })
}
