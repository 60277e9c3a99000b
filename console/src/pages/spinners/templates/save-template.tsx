import { Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSaveTemplate } from '../../../api/spinner/spinner-templates.ts'
import { FormFooter } from '../../../components/dialog/form-footer.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { showDone } from '../../../components/show-done.ts'
import { t } from '../../../languages/text.ts'
import type { Draft } from '../draft/draft.ts'
import { stepsWithPlaces } from '../steps/branches.ts'
import { stepOf } from '../steps/step-draft.ts'

const maxNameLength = 200
const maxDescriptionLength = 500

/** A dialog that saves the draft of a spinner, or one of its e-mail steps, as a template. */
export function SaveTemplate({
  draft,
  stepKey,
  name,
  onClose,
}: {
  draft: Draft
  /** The key of the e-mail step that is saved; null for the whole spinner. */
  stepKey: string | null
  /** The name that the dialog proposes. */
  name: string
  onClose: () => void
}) {
  const { mutate, isPending, error } = useSaveTemplate()
  const form = useForm({
    initialValues: { name: name.slice(0, maxNameLength), description: '' },
    validate: { name: (typed) => (typed.trim() === '' ? t('Enter a name for the template') : null) },
  })
  const save = async (words: typeof form.values) => {
    // Stores changed settings first. The steps are sent, because a draft may have changes that cannot be stored yet.
    await draft.flush().catch(() => undefined)
    const { edited, stored } = draft.state()
    const place = stepsWithPlaces(edited.steps).find(({ step }) => step.key === stepKey)
    mutate(
      {
        ...words,
        spinnerId: stored.spinner.id,
        steps: edited.steps.map(stepOf),
        ...(place === undefined ? {} : { step: place.index }),
      },
      {
        onSuccess: (template) => {
          showDone(t('The template “{name}” was saved.', { name: template.name }))
          onClose()
        },
      },
    )
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={stepKey === null ? t('Save spinner as template') : t('Save e-mail as template')}
    >
      <form noValidate onSubmit={form.onSubmit((words) => void save(words))}>
        <Stack>
          {error !== null && <ProblemAlert error={error} />}
          <TextInput
            label={t('Name')}
            data-autofocus
            maxLength={maxNameLength}
            {...form.getInputProps('name')}
          />
          <Textarea
            label={t('Description')}
            description={t('When your colleagues should use the template. Optional.')}
            maxLength={maxDescriptionLength}
            autosize
            minRows={2}
            {...form.getInputProps('description')}
          />
          <Text size="sm" c="dimmed">
            {t(
              'All members of your organization see the template. It is saved without the data table, the senders and the values of headers.',
            )}
          </Text>
          <FormFooter onCancel={onClose} isPending={isPending}>
            {t('Save template')}
          </FormFooter>
        </Stack>
      </form>
    </Modal>
  )
}
