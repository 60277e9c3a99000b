import { Box, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { useChangeOrganization } from '../../api/account/organization.ts'
import type { Organization } from '../../api/schema.ts'
import { ProblemAlert } from '../../components/problem/problem-alert.tsx'
import { showDone } from '../../components/show-done.ts'
import { t } from '../../languages/text.ts'

/** The form of the footer that e-mail steps add: the line with the unsubscribe link, and the postal address. */
export function MailFooter({
  organization: { unsubscribeLine, postalAddress },
  mayChange,
}: {
  organization: Pick<Organization, 'unsubscribeLine' | 'postalAddress'>
  mayChange: boolean
}) {
  const change = useChangeOrganization()
  const form = useForm({
    initialValues: { unsubscribeLine, postalAddress: postalAddress ?? '' },
    validate: {
      unsubscribeLine: (line) =>
        partsOf(line) === null
          ? t('Put the words of the link into square brackets, as in “No more e-mails? [Unsubscribe]”')
          : null,
    },
  })
  const { values, setFieldValue } = form
  const shownLine = useRef(unsubscribeLine)
  // Shows a line that has changed with the language of the organization, unless another line is typed.
  useEffect(() => {
    // Leaves the fault of the field as it is: setting the value clears it.
    if (shownLine.current === unsubscribeLine) return
    setFieldValue('unsubscribeLine', (line) => (line === shownLine.current ? unsubscribeLine : line))
    shownLine.current = unsubscribeLine
  }, [unsubscribeLine, setFieldValue])
  const isUnchanged =
    values.unsubscribeLine === unsubscribeLine && values.postalAddress.trim() === (postalAddress ?? '')
  return (
    <form
      noValidate
      aria-label={t('Footer of e-mails')}
      onSubmit={form.onSubmit((typed) => {
        const address = typed.postalAddress.trim()
        change.mutate(
          { unsubscribeLine: typed.unsubscribeLine, postalAddress: address === '' ? null : address },
          { onSuccess: () => showDone(t('The footer of e-mails was changed')) },
        )
      })}
    >
      <Stack gap="sm">
        <Box>
          <Text fw={500} size="sm">
            {t('Footer of e-mails')}
          </Text>
          <Text size="xs" c="dimmed">
            {t(
              'E-mail steps with the footer add it below their messages, also in published spinners. Many laws require both an unsubscribe link and a postal address.',
            )}
          </Text>
        </Box>
        <TextInput
          label={t('Unsubscribe line')}
          description={t('The words in square brackets become the unsubscribe link.')}
          maxLength={500}
          disabled={!mayChange}
          {...form.getInputProps('unsubscribeLine')}
        />
        <Textarea
          label={t('Postal address')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          disabled={!mayChange}
          {...form.getInputProps('postalAddress')}
        />
        <Sample line={values.unsubscribeLine} address={values.postalAddress} />
        {mayChange && (
          <Group>
            <Button type="submit" variant="default" loading={change.isPending} disabled={isUnchanged}>
              {t('Save the footer')}
            </Button>
          </Group>
        )}
        {change.isError && <ProblemAlert error={change.error} />}
      </Stack>
    </form>
  )
}

/** Shows the footer as recipients see it. */
function Sample({ line, address }: { line: string; address: string }) {
  const parts = partsOf(line)
  if (parts === null) return null
  const [before, words, after] = parts
  return (
    <Text
      size="xs"
      c="dimmed"
      role="group"
      aria-label={t('Footer as recipients see it')}
      style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
    >
      {before}
      <Text span inherit td="underline">
        {words}
      </Text>
      {after}
      {address.trim() === '' ? '' : `\n${address.trim()}`}
    </Text>
  )
}

function partsOf(line: string): readonly [string, string, string] | null {
  const [, before = '', words = '', after = ''] =
    /^([^[\]\r\n]*)\[([^[\]\r\n]+)\]([^[\]\r\n]*)$/.exec(line) ?? []
  return words.trim() === '' ? null : [before, words, after]
}
