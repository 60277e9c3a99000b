/** The roles of users in an organization, from the least rights to the most. */
export const roles = ['viewer', 'editor', 'admin', 'owner'] as const

export type Role = (typeof roles)[number]
