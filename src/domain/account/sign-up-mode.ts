/** Who may create an organization: everybody, those whom the operator has invited, or nobody. */
export const signUpModes = ['open', 'invite', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]
