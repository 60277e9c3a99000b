import { type Texts, textsIn } from '../../domain/text/texts.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'

/** Returns the texts of e-mails to the members of an organization, in its language. */
export async function textsOfOrganization(tx: Transaction, organizationId: string): Promise<Texts> {
  const organization = await tx.organizations.find(organizationId)
  return textsIn(organization?.language ?? 'en')
}
