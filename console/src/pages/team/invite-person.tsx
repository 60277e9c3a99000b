import { Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Role, useInvite } from '../../api/account/team.ts'
import { FormFooter } from '../../components/dialog/form-footer.tsx'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { showDone } from '../../components/show-done.ts'
import { t } from '../../languages/text.ts'
import { InvitationLinkToForward } from './invitation-link.tsx'
import { rolesAssignableBy, roleWords } from './role-words.ts'

export function InvitePerson({ role, close }: { role: Role | undefined; close: () => void }) {
  const invite = useInvite()
  const given = rolesAssignableBy(role)
  const form = useForm<{ email: string; role: Role }>({
    initialValues: { email: '', role: 'editor' },
    validate: {
      email: (email) => (/.@./.test(email) ? null : t('Enter an e-mail address, like ada@example.com')),
    },
  })
  const url = invite.data?.url ?? null
  return (
    <Modal
      opened
      onClose={close}
      title={url === null ? t('Invite a person') : t('Invited')}
      closeOnClickOutside={url === null}
      closeOnEscape={url === null}
    >
      {url === null ? (
        <form
          noValidate
          onSubmit={form.onSubmit((body) =>
            invite.mutate(body, {
              onSuccess: (sent) => {
                if (sent.url !== null) return
                showDone(t('The invitation was mailed to {email}', { email: sent.email }))
                close()
              },
            }),
          )}
        >
          <Stack>
            {invite.isError && <ProblemAlert error={invite.error} />}
            <TextInput
              data-autofocus
              type="email"
              label={t('E-mail address')}
              placeholder="ada@example.com"
              {...form.getInputProps('email')}
            />
            <Radio.Group label={t('Role')} {...form.getInputProps('role')}>
              <Stack gap="xs" mt={4}>
                {given.map((value) => (
                  <Radio
                    key={value}
                    value={value}
                    label={roleWords[value].label}
                    description={roleWords[value].may}
                  />
                ))}
              </Stack>
            </Radio.Group>
            <FormFooter onCancel={close} isPending={invite.isPending}>
              {t('Invite')}
            </FormFooter>
          </Stack>
        </form>
      ) : (
        <InvitationLinkToForward url={url} email={invite.data?.email ?? ''} close={close} />
      )}
    </Modal>
  )
}
