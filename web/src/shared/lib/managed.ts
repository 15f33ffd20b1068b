/** Whether a program outside the dashboard says what something is: its name, such as `argocd-controller`. */
export type Managed = { managed_by?: string | null }

/** Why something cannot be changed here; nothing when it can. */
export function managedReason({ managed_by: manager }: Managed): string | undefined {
  return manager ? `Managed outside the dashboard (by ${manager}): change it there` : undefined
}
