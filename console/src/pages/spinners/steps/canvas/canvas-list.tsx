import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Box, Text } from '@mantine/core'
import { memo, useMemo } from 'react'
import { deepestStep } from '../../../../api/limits.ts'
import { t } from '../../../../languages/text.ts'
import { branchesOf, nameOfBranch } from '../branches.ts'
import type { StepDraft } from '../step-draft.ts'
import type { ListKey } from '../step-tree.ts'
import { AddStepMenu } from './add-step-menu.tsx'
import { BranchHead } from './branch-head.tsx'
import classes from './canvas.module.css'
import type { CanvasContext } from './canvas-context.ts'
import { CanvasNode } from './canvas-node.tsx'

interface CanvasListProps {
  readonly steps: readonly StepDraft[]
  /** The step and the branch that hold the list; empty for the pipeline. */
  readonly stepKey: string
  readonly branchKey: string
  /** The beginning of the paths of the steps in the list, as "2 › Yes › "; empty for the pipeline. */
  readonly within: string
  readonly depth: number
  /** Whether no step follows the last step of the list. */
  readonly isAtEnd: boolean
  readonly context: CanvasContext
}

/** One list of steps on the canvas: the pipeline, or a branch within it. Steps are dragged only within their list. */
export const CanvasList = memo(function CanvasList({
  steps,
  stepKey,
  branchKey,
  within,
  depth,
  isAtEnd,
  context,
}: CanvasListProps) {
  const { actions, isFull } = context
  const list: ListKey = stepKey === '' ? null : { step: stepKey, branch: branchKey }
  const keys = steps.map(({ key }) => key).join(' ')
  const items = useMemo(() => (keys === '' ? [] : keys.split(' ')), [keys])
  const nests = depth < deepestStep
  const of = within.replace(/ › $/, '')
  return (
    <SortableContext id={`${stepKey} ${branchKey}`} items={items} strategy={verticalListSortingStrategy}>
      <ol
        className={classes['list']}
        aria-label={of === '' ? t('Steps of the spinner') : t('Steps of {of}', { of })}
      >
        {steps.map((step, at) => {
          const path = `${within}${at + 1}`
          const isLast = at === steps.length - 1
          return (
            <li key={step.key}>
              {at > 0 && (
                <div className={classes['between']}>
                  {actions !== null && !isFull && (
                    <AddStepMenu
                      place={t('before step {path}', { path })}
                      nests={nests}
                      onAdd={(type) => actions.add(type, list, at)}
                    />
                  )}
                </div>
              )}
              <CanvasNode
                step={step}
                path={path}
                isAtEnd={isAtEnd && isLast}
                isOpen={context.openKey === step.key}
                context={context}
              />
              <CanvasBranches
                step={step}
                path={path}
                depth={depth}
                isAtEnd={isAtEnd && isLast}
                context={context}
              />
            </li>
          )
        })}
      </ol>
      {actions !== null && !isFull && (
        <Box className={classes['end']} data-within={of !== '' || undefined}>
          <AddStepMenu
            {...(of === '' ? {} : { of })}
            nests={nests}
            onAdd={(type) => actions.add(type, list, steps.length)}
          />
        </Box>
      )}
    </SortableContext>
  )
})

interface BranchesProps {
  readonly step: StepDraft
  readonly path: string
  readonly depth: number
  readonly isAtEnd: boolean
  readonly context: CanvasContext
}

/** The branches of a branch or split step on the canvas, one below the other, each with its steps. */
const CanvasBranches = memo(function CanvasBranches({ step, path, depth, isAtEnd, context }: BranchesProps) {
  const branches = branchesOf(step)
  if (branches.length === 0) return null
  return (
    <div className={classes['branches']}>
      {branches.map((branch, index) => {
        const name = nameOfBranch(branch)
        return (
          <section
            key={branch.key}
            className={classes['branch']}
            aria-label={t('Branch {name} of step {path}', { name, path })}
            data-branch={branch.key}
          >
            <BranchHead step={step} branch={branch} index={index} path={path} context={context} />
            {branch.steps.length === 0 && context.actions === null && (
              <Text size="xs" c="dimmed">
                {t('Continues with the next step.')}
              </Text>
            )}
            <CanvasList
              steps={branch.steps}
              stepKey={step.key}
              branchKey={branch.key}
              within={`${path} › ${branch.key === 'else' ? branch.key : name} › `}
              depth={depth + 1}
              isAtEnd={isAtEnd}
              context={context}
            />
          </section>
        )
      })}
    </div>
  )
})
