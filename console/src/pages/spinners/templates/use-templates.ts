import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionQuery } from '../../../api/account/session.ts'
import { templatesQuery } from '../../../api/spinner/spinner-templates.ts'
import type { Language } from '../../../languages/language.ts'

/**
 * Reads the templates, with those that come with the service in the language of the organization, or in another one that
 * the user chooses.
 */
export function useTemplates() {
  const ofOrganization = useQuery(sessionQuery).data?.organization.language ?? 'en'
  const [choice, choose] = useState<Language | null>(null)
  const query = useQuery({ ...templatesQuery(choice), placeholderData: keepPreviousData })
  return { query, language: choice ?? ofOrganization, choose }
}
