import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { useCreateOrganization } from '../../api/account/memberships.ts'
import { t } from '../../languages/text.ts'
import { ProblemAlert } from '../problem/problem-alert.tsx'
import { browserSettings } from './browser-settings.ts'
import { KeepBodies } from './keep-bodies.tsx'

/** The form that creates a further organization of the signed-in person. */
export function NewOrganizationForm({
  invitation,
  renderFooter,
  onCreated,
}: {
  /**
   * The token of the operator's invitation; null if none is needed, undefined if the form asks for the invitation.
   */
  invitation: string | null | undefined
  /** Renders the buttons, of which one submits the form. */
  renderFooter: (isPending: boolean) => ReactNode
  /** Gets the id of the new organization. */
  onCreated: (organizationId: string) => void
}) {
  const create = useCreateOrganization()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', link: '', keepsBodies: true },
    validate: {
      name: (name) => (name.trim() === '' ? t('Enter the name of the company or team') : null),
      link: (link) =>
        invitation === undefined && link.trim() === '' ? t('Paste the invitation link') : null,
    },
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ name, link, keepsBodies }) => {
        const token = invitation === undefined ? tokenIn(link) : invitation
        create.mutate(
          {
            name,
            keepsBodies,
            ...browserSettings(),
            ...(token === null ? {} : { invitation: token }),
          },
          { onSuccess: ({ id }) => onCreated(id) },
        )
      })}
    >
      <Stack>
        {create.isError && <ProblemAlert error={create.error} />}
        <TextInput label={t('Name')} data-autofocus key={form.key('name')} {...form.getInputProps('name')} />
        {invitation === undefined && (
          <TextInput
            label={t('Invitation')}
            description={t(
              'The link that the operator of this service gave you. It is valid once, within 7 days, for your e-mail address.',
            )}
            autoComplete="off"
            key={form.key('link')}
            {...form.getInputProps('link')}
          />
        )}
        <KeepBodies
          key={form.key('keepsBodies')}
          {...form.getInputProps('keepsBodies', { type: 'checkbox' })}
        />
        {renderFooter(create.isPending)}
      </Stack>
    </form>
  )
}

/** Returns the token in the link of an invitation. It comes after the "#"; users may paste the token alone. */
function tokenIn(link: string): string {
  return link.slice(link.lastIndexOf('#') + 1).trim()
}
