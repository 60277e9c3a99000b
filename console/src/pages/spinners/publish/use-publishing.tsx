import { List, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../../api/account/session.ts'
import { isProblem } from '../../../api/problem.ts'
import type { PublishPreview } from '../../../api/schema.ts'
import { foreseenOf, type PublishRequest, usePublishSpinner } from '../../../api/spinner/spinners.ts'
import { askToConfirm } from '../../../components/dialog/ask-to-confirm.tsx'
import { showDone } from '../../../components/show-done.ts'
import { t } from '../../../languages/text.ts'
import type { Draft } from '../draft/draft.ts'
import { pointersOf } from '../steps/step-faults.ts'
import { deservesQuestion } from './check-list.tsx'
import { PublishDialog } from './publish-dialog.tsx'

interface Publishing extends PublishRequest {
  /** Called after the spinner is published; undefined if nothing follows. */
  readonly then: (() => void) | undefined
}

/**
 * Publishes the edited spinner. Says first whom a spinner that starts automatically would write to, and asks about
 * people in jobs of earlier versions and about existing records. The page shows problems; admins and owners are asked whether to
 * publish in spite of warnings.
 */
export function usePublishing(draft: Draft, onProblem: (error: unknown) => void) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const publishSpinner = usePublishSpinner()
  const isAdmin = useMay('admin')
  const [requested, setRequested] = useState<{ foreseen: PublishPreview; then: Publishing['then'] } | null>(
    null,
  )
  const foresee = useMutation({
    meta: { shown: true },
    mutationFn: async (_then: Publishing['then']) => {
      await draft.flush()
      return foreseenOf(draft.state().stored.spinner.id)
    },
    onMutate: () => onProblem(null),
    onSuccess: (foreseen, then) => {
      const { movable, immovable, existingRecords, checks } = foreseen
      const hasQuestion = movable > 0 || immovable.length > 0 || (existingRecords?.count ?? 0) > 0
      const startsByItself = draft.state().stored.spinner.starts.on !== 'call'
      if (hasQuestion || startsByItself || deservesQuestion(checks)) setRequested({ foreseen, then })
      else mutate({ ...plain, then })
    },
    // Publishes without the question about recipients if the API cannot foresee what publishing would do. If
    // publishing fails too, its error says more.
    onError: (_error, then) => mutate({ ...plain, then }),
  })
  const { mutate, isPending } = useMutation({
    meta: { shown: true },
    mutationFn: (request: Publishing) =>
      draft.publish(publishSpinner(request, ({ movable }) => showDone(sentenceOfMove(movable)))),
    onMutate: () => onProblem(null),
    onSuccess: (_published, { then }) => then?.(),
    onError: (error, request) => {
      const warnings = warningsOf(error)
      if (warnings.length > 0 && isAdmin) askToInsist(warnings, request)
      // Passes every publishing error to the page except a conflict, which the draft shows.
      else if (!isProblem(error, 'CONFLICT')) onProblem(error)
      // Reloads the preview after publishing fails, because the preview may be older than the error.
      void client.invalidateQueries({ queryKey: ['spinners', draft.state().stored.spinner.id, 'preview'] })
    },
  })
  const askToInsist = (warnings: readonly string[], request: Publishing) =>
    askToConfirm({
      title: t('Publish anyway?'),
      text: <Warnings warnings={warnings} />,
      action: t('Publish anyway'),
      onConfirm: () => mutate({ ...request, ignoreWarnings: true }),
    })
  const dialog = requested !== null && (
    <PublishDialog
      spinner={draft.state().stored.spinner}
      runsAfterwards={requested.then !== undefined}
      foreseen={requested.foreseen}
      mayInsist={isAdmin}
      onPublish={(choice) => {
        setRequested(null)
        mutate({ ...choice, then: requested.then })
      }}
      onOpenStep={(pointer) => {
        setRequested(null)
        const places = pointersOf(draft.state().edited.steps)
        const step = places.findLastIndex((one) => `${pointer}/`.startsWith(`${one.pointer}/`))
        if (step === -1) return
        void navigate({ to: '.', search: (before: object) => ({ ...before, step }), resetScroll: false })
      }}
      onClose={() => setRequested(null)}
    />
  )
  return {
    isPending: isPending || foresee.isPending,
    publish: (then?: () => void) => foresee.mutate(then),
    dialog,
  }
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  return (
    <>
      <Text size="sm">{t('Check these points before people get the messages:')}</Text>
      <List size="sm" my="xs">
        {warnings.map((words) => (
          <List.Item key={words} style={{ overflowWrap: 'anywhere' }}>
            {words}
          </List.Item>
        ))}
      </List>
    </>
  )
}

const plain = { ignoreWarnings: false, moveRecipients: false, existingRecords: null } as const

const warningCodes =
  /^(?:(?:SPF|DKIM|DMARC)_(?:MISSING|UNKNOWN)|UNSUBSCRIBE_LINK_MISSING|TEXT_DIFFERS_FROM_HTML|COLUMN_TYPE)$/

/**
 * Returns the warnings about DNS records and messages if nothing else prevents publishing, and an empty list
 * otherwise.
 */
function warningsOf(error: unknown): readonly string[] {
  if (!isProblem(error, 'SPINNER_INVALID')) return []
  const { errors = [] } = error.problem
  const warnings = errors.filter(({ code }) => warningCodes.test(code))
  return warnings.length < errors.length ? [] : [...new Set(warnings.map(({ message = '' }) => message))]
}

function sentenceOfMove(people: number): string {
  if (people === 0) return t('No person was moved to the new version of the spinner.')
  if (people === 1) return t('One person continues with the new version.')
  return t('{people, number} people continue with the new version.', { people })
}
