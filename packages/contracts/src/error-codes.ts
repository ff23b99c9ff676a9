interface CodeEntry {
  /** refusal: tool code never ran; failure: it may have; fault: thrown; diagnostic: reported. */
  readonly kind: 'refusal' | 'failure' | 'fault' | 'diagnostic';
  readonly summary: string;
  readonly hint: string;
}

/** Every code a stranger can see. A code is never renamed and never reused. */
export const ERROR_CODES = {
  // Refusals: the tool's code never ran.
  not_available: {
    kind: 'refusal',
    summary: 'The tool is not available to this call.',
    hint: 'List the tools of this agent again, or run `mortise explain <agent> <tool>`.',
  },
  input_invalid: {
    kind: 'refusal',
    summary: 'The arguments do not match the schema of the tool.',
    hint: 'Correct the argument at the path given and call again.',
  },
  admission_refused: {
    kind: 'refusal',
    summary: 'A policy of the host refused the call.',
    hint: 'Ask the operator, or change the arguments so that the policy accepts them.',
  },
  rule_denied: {
    kind: 'refusal',
    summary: 'A rule on arguments refuses this call.',
    hint: "Change what the reason names and call again; `mortise explain <agent> <tool> --args '<json>'` shows the rule.",
  },
  audit_required: {
    kind: 'refusal',
    summary:
      'The call could not be written into the audit log, and this host runs nothing unrecorded.',
    hint: 'Nothing has run. The operator sees with `mortise doctor` why the log cannot be written.',
  },
  audit_absent: {
    kind: 'fault',
    summary: 'There is no audit log in a file to read.',
    hint: 'Give the host a path as `audit`; `mortise serve` writes audit.jsonl into its state folder.',
  },
  audit_call_unknown: {
    kind: 'fault',
    summary: 'The audit log has no decision on a call of this id.',
    hint: 'List calls with `mortise audit search --kind call`; old ones are removed by `retention.audit`.',
  },
  approval_required: {
    kind: 'refusal',
    summary: 'The call needs the approval of a person, and has none.',
    hint: 'Ask the operator; nothing has run.',
  },
  approval_denied: {
    kind: 'refusal',
    summary: 'A person denied this call.',
    hint: 'Do not call it again as it is; ask the operator, or do without. Nothing has run.',
  },
  approval_expired: {
    kind: 'refusal',
    summary: 'The call waited for an approval, and its time is over.',
    hint: 'Call again to ask anew; `approvals.timeout` says how long a call waits. Nothing has run.',
  },
  approval_pending: {
    kind: 'refusal',
    summary: 'The call waits for the approval of a person.',
    hint: 'Nothing has run. Call again with the same arguments once it is approved: `mortise approvals approve <id>`.',
  },
  approval_stale: {
    kind: 'refusal',
    summary: 'What was approved is not this call any more, or was used already.',
    hint: 'Nothing has run. Call again: it is asked for anew.',
  },
  call_id_reused: {
    kind: 'refusal',
    summary: 'Another call was asked for under this id.',
    hint: 'Nothing has run. Give each call that is to run once an id of its own; the same id is for asking again.',
  },
  call_ledger_unusable: {
    kind: 'refusal',
    summary: 'Whether this call has run cannot be known now, so it does not run.',
    hint: 'Ask again with the same id; the operator sees with `mortise doctor` what is wrong with the state.',
  },
  approvals_full: {
    kind: 'refusal',
    summary: 'Too many calls wait for approval.',
    hint: 'Call again when some are decided: `mortise approvals list`; or raise `approvals.waiting`.',
  },
  approvals_unavailable: {
    kind: 'refusal',
    summary: 'Approvals cannot be kept now, so nothing can be approved.',
    hint: 'Look at the state file with `mortise doctor`; nothing has run.',
  },
  approval_too_large: {
    kind: 'refusal',
    summary: 'The arguments are too large for a person to approve.',
    hint: 'Call with less at once; nothing has run.',
  },
  principal_refused: {
    kind: 'refusal',
    summary: 'Who asks may not call tools of this agent.',
    hint: 'Use a token with the role `call` for this agent; `mortise token create --agent <agent>` makes one.',
  },
  aborted_before_start: {
    kind: 'refusal',
    summary: 'The call was cancelled before it started.',
    hint: 'Call again if the answer is still needed; nothing has run.',
  },
  extension_unavailable: {
    kind: 'refusal',
    summary: 'The extension of this tool is not running.',
    hint: 'Look at the state of the extension with `mortise doctor`.',
  },
  extension_busy: {
    kind: 'refusal',
    summary: 'Too many calls of this extension wait for their turn.',
    hint: 'Call again after the time in the message, or raise `waitingCalls` or `concurrentCalls`.',
  },
  extension_quarantined: {
    kind: 'refusal',
    summary: 'The extension crashed too often and is quarantined.',
    hint: 'Wait for the back-off to end, update the extension or reload it.',
  },
  native_addon_missing: {
    kind: 'refusal',
    summary:
      'isolated-vm has no native part for this Node on this machine, so no extension can run.',
    hint: 'Run Node 24 or 26, for which it is prebuilt (Linux, macOS on arm64, Windows on x64), or build it: `npm install-scripts approve isolated-vm && npm rebuild isolated-vm`, with pnpm `pnpm approve-builds`; then start again.',
  },
  sandbox_unavailable: {
    kind: 'refusal',
    summary: 'The sandbox could not be started, so no extension can run.',
    hint: 'Correct what the message names, then look at `mortise doctor`.',
  },
  jail_missing: {
    kind: 'refusal',
    summary: 'The configuration requires a jail for extensions, and this machine cannot make one.',
    hint: 'Nothing has run. `mortise doctor` shows which layer is missing; run it on Linux 5.13 or newer, or set `sandbox.jail: preferred` to run extensions without.',
  },
  rate_limited: {
    kind: 'refusal',
    summary: 'A rate or a budget is used up.',
    hint: 'Call again after the time in the message; nothing has run. `rates` of the configuration says how much there is.',
  },
  rate_reached: {
    kind: 'diagnostic',
    summary: 'A rate is reached, and calls are refused:',
    hint: 'See `mortise rates` for how much is used and until when; raise it under `rates` if it is too low.',
  },
  no_place: {
    kind: 'refusal',
    summary: 'The call waited for a person, and all places are taken now.',
    hint: 'Call again in a moment: what was approved stays approved until it expires. Nothing has run.',
  },
  stopped: {
    kind: 'refusal',
    summary: 'An operator has stopped this.',
    hint: 'Nothing has run. `mortise stops` says why; only a person lifts it, with `mortise resume`.',
  },
  host_draining: {
    kind: 'refusal',
    summary: 'The host is closing and takes no more calls.',
    hint: 'Call again when it is back, or ask another host; nothing has run.',
  },
  host_starting: {
    kind: 'refusal',
    summary: 'The host is starting and takes no calls yet.',
    hint: 'Ask again in a second; `/health` says when it is ready.',
  },
  // Failures: the tool's code may have run.
  stopped_running: {
    kind: 'failure',
    summary: 'An operator stopped this while the call ran.',
    hint: 'What it had done by then is unknown; check before calling again. `mortise stops` says why it was stopped.',
  },
  host_stopped: {
    kind: 'failure',
    summary: 'The host was closed while the call ran, and its drain time was over.',
    hint: 'What it had done by then is unknown; check before calling again. A longer drain time lets calls end.',
  },
  execution_failed: {
    kind: 'failure',
    summary: 'The tool failed.',
    hint: 'Read the message of the tool; try other arguments.',
  },
  result_invalid: {
    kind: 'failure',
    summary: 'The tool answered with something that is not a result.',
    hint: 'Report it to the author of the tool: a result is { content: [{ type: "text", text }] }.',
  },
  output_invalid: {
    kind: 'failure',
    summary: 'The structured result does not match the output schema of the tool.',
    hint: 'Report it to the author of the tool.',
  },
  timeout: {
    kind: 'failure',
    summary: 'The call took longer than it may.',
    hint: 'Ask for less at once, or raise the time-out of the tool.',
  },
  aborted: {
    kind: 'failure',
    summary: 'The call was cancelled while it ran.',
    hint: 'What it had done by then is unknown; check before calling again.',
  },
  cpu_limit: {
    kind: 'failure',
    summary: 'The call used more CPU time than it may.',
    hint: 'Ask for less at once, or raise the CPU limit of the extension.',
  },
  memory_limit: {
    kind: 'failure',
    summary: 'The extension used more memory than it may.',
    hint: 'Ask for less at once, or raise the heap limit of the extension.',
  },
  result_too_large: {
    kind: 'failure',
    summary: 'The result is larger than a result may be.',
    hint: 'Ask for less at once: a range, a page, a filter.',
  },
  host_call_limit: {
    kind: 'failure',
    summary: 'The call asked the host for more than it may in one call.',
    hint: 'Report it to the author of the tool: host calls per call are bounded.',
  },
  log_limit: {
    kind: 'diagnostic',
    summary: 'The call wrote more log lines than it may; the rest was dropped.',
    hint: 'Log less, or use progress for what a user should see.',
  },
  capability_denied: {
    kind: 'failure',
    summary: 'The tool used a capability that was not granted to it.',
    hint: 'Do what the message says: its author declares `capabilities: { <name>: {} }` on the tool, an operator grants with `mortise grant <extension> <capability> <value>`. The files of the host stay out of reach of every grant.',
  },
  capability_failed: {
    kind: 'failure',
    summary: 'A capability was granted, but the host could not do what was asked.',
    hint: 'Read the message; the quota, the address or the path may be wrong.',
  },
  client_unable: {
    kind: 'failure',
    summary: 'A tool asked for the user or the model of its caller, and that has none.',
    hint: 'Use a client that declares elicitation or sampling, or give the host a `client` that answers.',
  },
  protocol_violation: {
    kind: 'failure',
    summary: 'What runs the extension said something that it never says by itself, and was ended.',
    hint: 'The extension may have broken out of its isolate: `mortise disable <id>` and ask its author. What the call asked of the host before is in the audit log, and what it was refused (`sandbox.frame`).',
  },
  sandbox_crashed: {
    kind: 'failure',
    summary: 'The sandbox of the extension ended during the call.',
    hint: 'The sandbox has been replaced. The call was not repeated; check its effects first.',
  },
  call_lost: {
    kind: 'failure',
    summary: 'The host that ran this call was lost; whether it did something is not known.',
    hint: 'It was not repeated, and is not under this id. Look at its effects before it is asked for under another one.',
  },
  call_running: {
    kind: 'failure',
    summary: 'The same call still runs, for a request before this one.',
    hint: 'Ask again with the same id: it is answered as it ends, and does not run twice.',
  },
  call_result_gone: {
    kind: 'failure',
    summary:
      'The call ended, and its result is not kept for who asks again: it was too large, or others came since.',
    hint: 'It is not repeated under this id. Look at its effects before it is asked for under another one.',
  },
  registration_failed: {
    kind: 'failure',
    summary: 'The extension failed while it registered its tools.',
    hint: 'Nothing of it was kept. Read the message and fix the extension.',
  },
  extension_config_invalid: {
    kind: 'failure',
    summary: 'The configuration of the extension does not fit its configSchema.',
    hint: 'Correct `config` of the extension in the configuration at the path given; none of its code has run.',
  },
  load_timeout: {
    kind: 'failure',
    summary: 'The extension took longer to register than it may.',
    hint: 'Nothing of it was kept. Register tools synchronously and do the work when a tool is called.',
  },
  source_invalid: {
    kind: 'failure',
    summary: 'The bundle of the extension cannot be run.',
    hint: 'Build it into one ESM file without imports, with a default export, within the size limit.',
  },
  // Faults and diagnostics of registration.
  tool_name_invalid: {
    kind: 'fault',
    summary: 'A tool cannot have this name.',
    hint: 'Start with a letter, use letters, digits, _ and -, at most 64 characters, without the prefix mcp__.',
  },
  tool_invalid: {
    kind: 'fault',
    summary: 'This is not a tool.',
    hint: 'A tool has a name, a description, a JSON Schema of type object and an execute function.',
  },
  tool_part_ignored: {
    kind: 'diagnostic',
    summary: 'A part of a tool has the wrong shape and counts for nothing:',
    hint: 'Write it as the message says, then run `mortise check <folder>`; the tool works without it until then.',
  },
  tool_key_unknown: {
    kind: 'diagnostic',
    summary: 'A tool has a key that this host does not read:',
    hint: 'Check the spelling, or remove the key; the tool works without it.',
  },
  schema_invalid: {
    kind: 'fault',
    summary: 'The schema of a tool cannot be used.',
    hint: 'Give a JSON Schema of type object as plain data: no cycles, at most 64 kB and 32 levels, no remote references.',
  },
  hidden_characters: {
    kind: 'diagnostic',
    summary: 'A text of a tool has characters that cannot be seen; they were made visible.',
    hint: 'Remove control, bidi, zero-width and tag characters; readers see them as \\u{…}.',
  },
  schema_unportable: {
    kind: 'diagnostic',
    summary: 'A large provider of models does not take this schema as it is.',
    hint: 'Write it as the message says, or leave it if your agents use other models.',
  },
  types_wrong: {
    kind: 'diagnostic',
    summary: 'The sources have type errors.',
    hint: 'Mend them; `npx tsc --noEmit` shows all of them.',
  },
  core_name_clash: {
    kind: 'diagnostic',
    summary: 'The name belongs to a core tool.',
    hint: 'Rename the tool; the core tool keeps its name.',
  },
  extension_id_clash: {
    kind: 'diagnostic',
    summary:
      'The extension id is the name of a core tool, of a tool of another extension, or its id.',
    hint: 'Rename the extension; none of its tools were taken.',
  },
  extension_name_clash: {
    kind: 'diagnostic',
    summary: 'The name belongs to another extension, as its id or as that of one of its tools.',
    hint: 'Rename the tool, or put the extension that should win first in the configuration.',
  },
  reducer_clash: {
    kind: 'fault',
    summary: 'The tool has a reducer already.',
    hint: 'Dispose the registered reducer first.',
  },
  reducer_failed: {
    kind: 'diagnostic',
    summary: 'A reducer failed; the result was left as it was.',
    hint: 'Report it to the author of the reducer.',
  },
  availability_failed: {
    kind: 'diagnostic',
    summary: 'The availability check of a tool failed; the tool is hidden.',
    hint: 'isAvailable must return true or false, synchronously, and not throw.',
  },
  // Loadouts, toolkits and sessions.
  loadout_invalid: {
    kind: 'fault',
    summary: 'This is not a loadout.',
    hint: 'Give names that are not blank, categories of the thirteen, and lists of strings.',
  },
  loadout_shadowed: {
    kind: 'fault',
    summary: 'A loadout of the project has the name of one the host brings.',
    hint: 'Rename it, or say `override: true` if it is meant to take its place.',
  },
  loadout_unknown: {
    kind: 'diagnostic',
    summary: 'There is no loadout of this name.',
    hint: 'Check the spelling, or define it under `loadouts`. Until then it selects nothing.',
  },
  loadout_parent_unknown: {
    kind: 'diagnostic',
    summary: 'A loadout extends one that is not registered.',
    hint: 'Check the spelling of `parent`. Until then the chain ends here.',
  },
  loadout_cycle: {
    kind: 'diagnostic',
    summary: 'Loadouts extend each other in a circle.',
    hint: 'Remove one `parent`. Until then the chain is cut where it returns.',
  },
  unknown_category: {
    kind: 'diagnostic',
    summary: 'There is no category of this name.',
    hint: 'Use one of the thirteen categories: Filesystem, Git, GitHub, Shell, Web, Search, Network, Memory, Orchestration, Analysis, Scheduling, Multimodal, Security.',
  },
  unregistered_tool: {
    kind: 'diagnostic',
    summary: 'A toolkit names a tool that is not registered.',
    hint: 'Check the spelling, or load the extension that brings the tool.',
  },
  scope_incompatible: {
    kind: 'diagnostic',
    summary:
      'A tool that must be shared stands in a toolkit of an agent whose workers are isolated.',
    hint: 'Take the tool out of the toolkit, or give the agent `worker_scope: agent`.',
  },
  toolkit_conflict: {
    kind: 'diagnostic',
    summary: 'A toolkit brings a tool with other overrides than the agent has already.',
    hint: 'Make the overrides equal, or remove the tool from one of the two.',
  },
  toolkit_dropped: {
    kind: 'diagnostic',
    summary: 'A toolkit that the session had loaded is no longer valid.',
    hint: 'Nothing to do if the configuration changed on purpose.',
  },
  stop_in_force: {
    kind: 'fault',
    summary: 'An operator has stopped calls.',
    hint: 'See `mortise stops`; `mortise resume` lifts it.',
  },
  stop_not_durable: {
    kind: 'fault',
    summary: 'A stop holds in this process only: it cannot be written down.',
    hint: 'Mend what keeps the state, see `mortise doctor`; it is tried again by itself. Until then do not restart the host.',
  },
  stop_not_lifted: {
    kind: 'fault',
    summary: 'The stop cannot be lifted: that cannot be written down, and it would come back.',
    hint: 'Mend what keeps the state, see `mortise doctor`, and lift it again.',
  },
  unknown_stop: {
    kind: 'fault',
    summary: 'This is not stopped.',
    hint: 'See `mortise stops`.',
  },
  session_store_damaged: {
    kind: 'fault',
    summary: 'The file that keeps session state is damaged.',
    hint: 'Move the file away, or restore it from a backup; it is tried again by itself. Until then nothing can be loaded or unloaded.',
  },
  state_file_newer: {
    kind: 'diagnostic',
    summary:
      'A state file was written by a newer version of Mortise; it is not damaged and is left alone.',
    hint: 'Run the newer version again, or restore the backup that it made beside the file.',
  },
  state_file_unusable: {
    kind: 'diagnostic',
    summary: 'A state file cannot be opened or written.',
    hint: 'Check that its folder exists, belongs to this account and has room; it is tried again by itself.',
  },
  state_file_replaced: {
    kind: 'diagnostic',
    summary:
      'A state file was deleted or replaced while the host ran; the host goes on with the one that is there.',
    hint: 'Restore it from a backup and restart, or restart to be rid of this line.',
  },
  state_database_unusable: {
    kind: 'diagnostic',
    summary: 'The state database cannot be used.',
    hint: 'Check that it runs, can be reached from here and takes this account; it is tried again by itself. Until then tokens, loads, approvals, rates and stored values are refused.',
  },
  replica_config_differs: {
    kind: 'diagnostic',
    summary: 'Another host on the same state goes by another configuration.',
    hint: 'Bring the same file to every machine and run `mortise reload` there; while an upgrade rolls this is expected.',
  },
  replica_lock_differs: {
    kind: 'diagnostic',
    summary: 'Another host on the same state has other extensions in its lock file.',
    hint: 'Bring the same mortise.lock to every machine and run `mortise reload` there; while an upgrade rolls this is expected.',
  },
  state_in_use: {
    kind: 'fault',
    summary: 'The state cannot be moved while it is used.',
    hint: 'End the hosts that use it (`mortise serve` ends with SIGTERM), and try again; nothing was changed.',
  },
  state_target_not_empty: {
    kind: 'fault',
    summary: 'There is something where the state is to be moved to.',
    hint: 'Look at it first. `--replace` removes all of it; nothing was changed.',
  },
  state_move_unequal: {
    kind: 'fault',
    summary: 'What was moved is not what was there.',
    hint: 'Nothing was changed. `mortise doctor` checks both places; please report it.',
  },
  state_export_invalid: {
    kind: 'fault',
    summary: 'This file is no whole export of a state.',
    hint: 'Export it again with `mortise state export <file>`, or take another copy.',
  },
  state_absent: {
    kind: 'fault',
    summary: 'There is no state to move.',
    hint: 'Say where it is with --state-dir, --config or --from.',
  },
  state_unreadable: {
    kind: 'fault',
    summary: 'The state cannot be moved: a place of it cannot be read or written.',
    hint: 'Check that a database runs, can be reached from here and takes this account, and that a file is whole (`mortise doctor`); nothing was changed.',
  },
  state_address_invalid: {
    kind: 'fault',
    summary: 'The address of the state database cannot be read.',
    hint: 'Correct `state`, MORTISE_STATE or --state; docs/replicas.md shows the forms.',
  },
  storage_unusable: {
    kind: 'fault',
    summary: 'The file that keeps what extensions store cannot be used.',
    hint: 'Move the file away, or restore it from a backup; it is tried again by itself. Until then extensions can store nothing.',
  },
  audit_unwritable: {
    kind: 'diagnostic',
    summary: 'The audit log cannot be written.',
    hint: 'Check that its folder exists, belongs to this account and has room; it is tried again with every entry.',
  },
  extension_unpinned: {
    kind: 'diagnostic',
    summary: 'An extension is not pinned in mortise.lock: any change of its code is taken.',
    hint: 'Pin it with `mortise add <source>`.',
  },
  lock_missing: {
    kind: 'diagnostic',
    summary: 'There is no mortise.lock: no extension is pinned, and any change of code is taken.',
    hint: 'Restore it from version control, or pin each extension with `mortise add <source>`.',
  },
  lock_drifted: {
    kind: 'diagnostic',
    summary: 'mortise.lock pins an extension that the configuration does not name.',
    hint: 'Name it under `extensions`, or take it out with `mortise remove <id>`.',
  },
  state_dir_read_only: {
    kind: 'fault',
    summary: 'The state folder cannot be written.',
    hint: 'Name a folder that can: `--state-dir <folder>`, MORTISE_STATE_DIR or `stateDir` in the configuration.',
  },
  state_dir_no_folder: {
    kind: 'fault',
    summary: 'The state folder is no folder.',
    hint: 'Move what is there away, or name another with `--state-dir <folder>` or MORTISE_STATE_DIR.',
  },
  state_dir_foreign: {
    kind: 'fault',
    summary: 'The state folder belongs to something else.',
    hint: 'Name an empty folder of your own with `--state-dir <folder>` or MORTISE_STATE_DIR.',
  },
  setting_invalid: {
    kind: 'fault',
    summary: 'A setting has a value that it cannot have.',
    hint: 'Correct it where the message says it was set; docs/settings.md lists every setting.',
  },
  extension_disabled: {
    kind: 'diagnostic',
    summary: 'An operator turned the extension off.',
    hint: 'Turn it on with `mortise enable <id>`.',
  },
  switch_not_kept: {
    kind: 'diagnostic',
    summary: 'The extension is off until the host ends: that could not be written down.',
    hint: 'Write `enabled: false` into its entry of `extensions` by hand, or make the file writable and run `mortise disable <id>`.',
  },
  update_waiting: {
    kind: 'diagnostic',
    summary: 'An update asks for more than was approved and waits.',
    hint: 'Read the difference, then run `mortise approve <id>`; the approved version serves until then.',
  },
  // Configuration.
  update_changed: {
    kind: 'fault',
    summary: 'What waits now is not what was reviewed; nothing was approved.',
    hint: 'Read it again with `mortise update`, then `mortise approve <id>`.',
  },
  host_closed: {
    kind: 'fault',
    summary: 'The host is closed.',
    hint: 'Create another host; one that was closed takes nothing any more.',
  },
  config_rejected: {
    kind: 'fault',
    summary: 'The configuration cannot be used.',
    hint: 'Correct what is listed; nothing of it is in force.',
  },
  config_changed: {
    kind: 'diagnostic',
    summary: 'The configuration file is not what runs: it was changed after the host read it.',
    hint: 'Run `mortise reload`, or restart the host.',
  },
  config_unreadable: {
    kind: 'diagnostic',
    summary: 'The configuration cannot be read.',
    hint: 'Check the path, the permissions and that it is a file of text in UTF-8.',
  },
  config_too_large: {
    kind: 'diagnostic',
    summary: 'The configuration is larger than a configuration may be.',
    hint: 'Split it, or remove what does not belong in it. The limits are 1 MB, 64 levels and 10,000 values through aliases.',
  },
  config_syntax: {
    kind: 'diagnostic',
    summary: 'The configuration is not well-formed.',
    hint: 'Correct the text at the line given.',
  },
  rule_invalid: {
    kind: 'diagnostic',
    summary: 'A rule on arguments cannot be used.',
    hint: 'Correct what the message names; docs/rules.md lists the keywords that a rule may use.',
  },
  rule_never_applies: {
    kind: 'diagnostic',
    summary: 'A rule on arguments can never decide a call.',
    hint: "Correct the rule, then try it: `mortise explain <agent> <tool> --args '<json>'`.",
  },
  layer_unreached: {
    kind: 'diagnostic',
    summary: 'A part of the access policy is for requests that nothing states, so it never holds.',
    hint: 'Set `provider` or `sandboxed` of an agent, or make a token that states it, as `mortise token create --agent <id> --provider <name>`.',
  },
  rule_unknown_argument: {
    kind: 'diagnostic',
    summary: 'A rule looks at an argument that no tool it is about takes.',
    hint: "Correct the name, then try the rule: `mortise explain <agent> <tool> --args '<json>'`.",
  },
  rule_accepts_absent: {
    kind: 'diagnostic',
    summary: 'A rule allows calls that lack the argument it looks at.',
    hint: 'Add the name to `required` in `when`, as JSON Schema accepts what is absent.',
  },
  config_invalid: {
    kind: 'diagnostic',
    summary: 'A value of the configuration is not of the kind that belongs there.',
    hint: 'Correct the value at the path given; the JSON Schema of the configuration shows what fits.',
  },
  limit_too_high: {
    kind: 'diagnostic',
    summary: 'A limit of the configuration is above its hard ceiling.',
    hint: 'Lower it to the ceiling named; no configuration exceeds it.',
  },
  config_conflict: {
    kind: 'diagnostic',
    summary: 'The configuration says the same thing in two places.',
    hint: 'Keep one of the two.',
  },
  config_truncated: {
    kind: 'diagnostic',
    summary: 'The configuration has more errors than are shown.',
    hint: 'Correct the errors shown and check again.',
  },
  unknown_key: {
    kind: 'diagnostic',
    summary: 'The configuration has an unknown key.',
    hint: 'Check the spelling, or remove the key.',
  },
  duplicate_key: {
    kind: 'diagnostic',
    summary: 'A key stands twice in the same place.',
    hint: 'Remove one of the two.',
  },
  forbidden_key: {
    kind: 'diagnostic',
    summary: 'A key cannot have this name.',
    hint: 'Choose another name for the key.',
  },
  env_missing: {
    kind: 'diagnostic',
    summary: 'An environment variable that the configuration uses is not set.',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what an operator types
    hint: 'Set the variable, give a default with `${NAME:-default}`, or write `$${` for a literal `${`.',
  },
  env_syntax: {
    kind: 'diagnostic',
    summary: 'A reference to an environment variable is not well-formed.',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what an operator types
    hint: 'Write `${NAME}` or `${NAME:-default}`; write `$${` for a literal `${`.',
  },
  secret_invalid: {
    kind: 'diagnostic',
    summary: 'A reference to a secret is not well-formed.',
    hint: 'Write { "$secret": "NAME" } with nothing beside it; a name has letters, digits and _.',
  },
  secret_file_unusable: {
    kind: 'diagnostic',
    summary: 'The file of a secret is not used.',
    hint: 'Correct what the message names; calls that need the secret fail until then. See docs/tokens.md.',
  },
  blank_selector: {
    kind: 'diagnostic',
    summary: 'An entry of a list is blank.',
    hint: 'Remove the entry; an empty list is written `[]`.',
  },
  name_invalid: {
    kind: 'diagnostic',
    summary: 'A name is blank, padded, too long or has characters that a name cannot have.',
    hint: 'Use at most 128 visible characters without blanks around them.',
  },
  reserved_name: {
    kind: 'diagnostic',
    summary: 'The name belongs to the host.',
    hint: 'Choose another name.',
  },
  duplicate_id: {
    kind: 'diagnostic',
    summary: 'Two entries have the same name; upper and lower case count as the same.',
    hint: 'Rename one of the two.',
  },
  duplicate_ref: {
    kind: 'diagnostic',
    summary: 'A list names the same thing twice.',
    hint: 'Remove one of the two.',
  },
  duplicate_tool: {
    kind: 'diagnostic',
    summary: 'A toolkit names the same tool twice.',
    hint: 'Remove one of the two.',
  },
  reserved_tool: {
    kind: 'diagnostic',
    summary: 'A toolkit names a control-plane tool.',
    hint: 'Remove it; the host adds `delegate`, `dynamic_tools` and `self_config` where they are needed.',
  },
  unknown_toolkit: {
    kind: 'diagnostic',
    summary: 'There is no toolkit of this name.',
    hint: 'Check the spelling, or define it under `toolkits`.',
  },
  initial_not_subset: {
    kind: 'diagnostic',
    summary: 'An initial toolkit is not among the allowed ones.',
    hint: 'Add it to `allowed_toolkits`, or remove it from `initial_toolkits`.',
  },
  unknown_profile: {
    kind: 'diagnostic',
    summary: 'There is no profile of this name.',
    hint: 'Check the spelling, or define it under `profiles`.',
  },
  unknown_tool: {
    kind: 'diagnostic',
    summary: 'There is no tool of this name.',
    hint: 'Check the spelling; `mortise tools <agent> --all` lists every tool.',
  },
  unknown_approval: {
    kind: 'fault',
    summary: 'There is no call on hold with this id.',
    hint: 'See `mortise approvals list --all`; old ones are taken away by `retention.approvals`.',
  },
  approval_decided: {
    kind: 'fault',
    summary: 'The call on hold cannot be decided like this any more.',
    hint: 'See `mortise approvals show <id>`: it was decided, used or has expired; call again to ask anew.',
  },
  approval_forbidden: {
    kind: 'fault',
    summary: 'This principal may not decide this call.',
    hint: 'Deciding takes the role `approve` for the agent, and a principal other than the one that asked.',
  },
  unknown_agent: {
    kind: 'diagnostic',
    summary: 'There is no agent of this name.',
    hint: 'Check the spelling, or define it under `agents`.',
  },
  parent_cycle: {
    kind: 'diagnostic',
    summary: "Agents are each other's parents in a circle.",
    hint: 'Remove one `parent`.',
  },
  group_cycle: {
    kind: 'diagnostic',
    summary: 'Groups contain each other in a circle.',
    hint: 'Remove one `group:` entry.',
  },
  // Policy.
  unmatched_selector: {
    kind: 'diagnostic',
    summary: 'An entry of a list matches no tool.',
    hint: 'Check the spelling, load the extension that brings the tool, or remove the entry.',
  },
  over_budget: {
    kind: 'diagnostic',
    summary: 'The definitions of the tools take more tokens than the agent may spend on them.',
    hint: 'Expose fewer tools, or raise the token budget of the agent.',
  },
  // Extension packages.
  package_unreadable: {
    kind: 'diagnostic',
    summary: 'The package of an extension cannot be read.',
    hint: 'Check the path, the permissions and that it is a folder, a .tgz file or an installed npm package.',
  },
  archive_refused: {
    kind: 'diagnostic',
    summary: 'The archive of an extension has something in it that no archive may have.',
    hint: 'Do not install it. Pack it again from its sources with `mortise pack` if you trust its author.',
  },
  integrity_mismatch: {
    kind: 'diagnostic',
    summary: 'The package of an extension is not the one that was installed.',
    hint: 'Find out who changed it. Install it again if the change is wanted.',
  },
  package_too_large: {
    kind: 'diagnostic',
    summary: 'The package of an extension is larger than a package may be.',
    hint: 'Remove what the extension does not need when it runs.',
  },
  manifest_missing: {
    kind: 'diagnostic',
    summary: 'The package has no manifest of an extension.',
    hint: 'Add a mortise.json with an id, or a "mortise" object in package.json.',
  },
  manifest_invalid: {
    kind: 'diagnostic',
    summary: 'The manifest of an extension does not match its schema.',
    hint: 'Correct the value at the path given, or run `mortise check <folder>`.',
  },
  manifest_unknown_key: {
    kind: 'diagnostic',
    summary: 'The manifest of an extension has an unknown key.',
    hint: 'Check the spelling, or remove the key.',
  },
  manifest_ambiguous: {
    kind: 'diagnostic',
    summary: 'The package has more than one manifest of an extension.',
    hint: 'Keep mortise.json or the "mortise" object of package.json, not both.',
  },
  entry_missing: {
    kind: 'diagnostic',
    summary: 'The entry file of the extension is not in its package.',
    hint: 'Correct "entry" in the manifest, or add the file.',
  },
  api_version_unsupported: {
    kind: 'diagnostic',
    summary: 'The extension was written for another version of the extension API.',
    hint: 'Update the extension or the host; the range stands in "apiVersion" of the manifest.',
  },
  bundle_failed: {
    kind: 'diagnostic',
    summary: 'The extension cannot be bundled into one file.',
    hint: 'Correct the file at the line given.',
  },
  process_not_started: {
    kind: 'diagnostic',
    summary: 'The host could not start a process that it needs.',
    hint: 'Give it more of what it lacks (descriptors: ulimit -n, processes: ulimit -u, memory), then load the extension again.',
  },
  frames_refused: {
    kind: 'diagnostic',
    summary: 'A process of extensions said something in the name of a call that is not its own.',
    hint: 'It was not acted on. The extension may have broken out of its isolate: `mortise disable <id>` and ask its author; the audit log has each attempt (`sandbox.frame`).',
  },
  runners_unavailable: {
    kind: 'diagnostic',
    summary: 'No process can be started to run extensions in.',
    hint: 'Give the host more of what it lacks (descriptors: ulimit -n, processes: ulimit -u, memory: ulimit -v, a container’s limits); it tries again by itself.',
  },
  fleet_broker_unreachable: {
    kind: 'diagnostic',
    summary: 'The broker of the fleet cannot be reached.',
    hint: 'Start nats-server with the configuration that `mortise fleet init` wrote, and check the address and the network between; it is tried again by itself.',
  },
  fleet_credentials_refused: {
    kind: 'fault',
    summary: 'The broker of the fleet does not let this side in.',
    hint: 'Use the credentials that belong to the configuration of the broker; `mortise fleet add <name>` makes some for one more runner. After a change of its configuration: nats-server --signal reload.',
  },
  fleet_credentials_invalid: {
    kind: 'fault',
    summary: 'The credentials of the fleet cannot be used.',
    hint: '`mortise fleet init` writes them: host.json for hosts, runner-<name>.json for each runner.',
  },
  fleet_permission_refused: {
    kind: 'fault',
    summary: 'The broker does not let this side do what it must.',
    hint: 'Give the broker the permissions that `mortise fleet init` wrote into nats-server.conf, and have it read them: nats-server --signal reload. The name of the fleet must be the same on all sides.',
  },
  fleet_no_node: {
    kind: 'diagnostic',
    summary: 'No runner node takes calls.',
    hint: 'Start one: mortise runner --credentials runner-<name>.json. Calls that run on nodes are refused until then; it is noticed by itself.',
  },
  fleet_node_distrusted: {
    kind: 'diagnostic',
    summary: 'A runner node broke the protocol and gets no more calls.',
    hint: 'Take that machine off the network and look at it. A node of that name is taken again after this host was started anew.',
  },
  fleet_node_unjailed: {
    kind: 'diagnostic',
    summary: 'A runner node has no jail around extensions.',
    hint: 'Run it on Linux 5.13 or newer; `mortise runner` says what is missing. With `sandbox.jail: required` it gets no calls.',
  },
  fleet_name_taken: {
    kind: 'fault',
    summary: 'There is something of that name in the fleet already.',
    hint: 'Choose another name or folder; `mortise fleet add <name>` adds a runner to a fleet that is there.',
  },
  fleet_name_invalid: {
    kind: 'fault',
    summary: 'A fleet or a runner cannot be called that.',
    hint: 'Names have small letters, digits and hyphens, at most 39, and `host` is the name of hosts.',
  },
  bundle_too_large: {
    kind: 'diagnostic',
    summary: 'The bundle of the extension is larger than a bundle may be.',
    hint: 'Import less, or raise the limit `sourceBytes` of the extension.',
  },
  bundle_large: {
    kind: 'diagnostic',
    summary: 'The bundle of the extension is large.',
    hint: 'Nothing has to be done: it starts more slowly and takes more memory. Import less of the package that is named to change that.',
  },
  import_unresolved: {
    kind: 'diagnostic',
    summary:
      'An import leads to nothing in the package or its declared and installed dependencies.',
    hint: 'Declare and install the dependency (`npm install <name>`), or correct the path; nothing is ever fetched while loading.',
  },
  import_outside: {
    kind: 'diagnostic',
    summary: 'An import leaves the package it stands in, by its path or through a link.',
    hint: 'Import a package by its name instead of by a path into it, and put files in the place of links. Files of a host or of version control, `.env` and the like are no part of a package.',
  },
  import_dynamic: {
    kind: 'diagnostic',
    summary: 'An import is computed while the extension runs.',
    hint: 'Write the name of the module as a plain string; there is nothing to import from in a sandbox.',
  },
  capability_needed: {
    kind: 'diagnostic',
    summary: 'The code uses something that only a capability of the host can give.',
    hint: 'Use `ctx.fs`, `ctx.process` or `fetch` and declare the capability in the manifest.',
  },
  api_unsupported: {
    kind: 'diagnostic',
    summary: 'The extension registers something that this host does not have.',
    hint: 'Its tools work all the same; what was named does nothing here.',
  },
  dependency_missing: {
    kind: 'diagnostic',
    summary: 'An extension needs another one that is not there, or not in a version that fits.',
    hint: 'Install the extension named, in a version of the range given.',
  },
  dependency_cycle: {
    kind: 'diagnostic',
    summary: 'Extensions need each other in a circle.',
    hint: 'Remove one entry of "requires"; none of them can be loaded first.',
  },
  tool_undeclared: {
    kind: 'diagnostic',
    summary: 'The extension registers a tool that its manifest does not have.',
    hint: 'Do not load it, or build it again with `mortise build` if it is yours.',
  },
  definition_changed: {
    kind: 'diagnostic',
    summary: 'The extension registers a tool in another form than its manifest says.',
    hint: 'Do not load it, or build it again with `mortise build` if it is yours.',
  },
  tool_absent: {
    kind: 'diagnostic',
    summary: 'The manifest has a tool that the extension did not register.',
    hint: 'Nothing to do if its configuration turns the tool off.',
  },
  lock_invalid: {
    kind: 'fault',
    summary: 'mortise.lock cannot be used.',
    hint: 'Restore it from version control; without it nothing that was granted is known.',
  },
  // Small files of the host: configuration, lock file, token.
  file_busy: {
    kind: 'fault',
    summary: 'Another program is changing this file; nothing was written.',
    hint: 'Wait for the other `mortise` command to end, or end it, then try again.',
  },
  file_not_writable: {
    kind: 'fault',
    summary: 'The file cannot be changed; it is as it was.',
    hint: 'Run the command as the owner of the file and its folder, or give yourself the right to write both.',
  },
  disk_full: {
    kind: 'fault',
    summary: 'There is no room on the disk; the file is as it was.',
    hint: 'Make room, then try again.',
  },
  edit_refused: {
    kind: 'fault',
    summary: 'With this edit the configuration could not be used; the file is as it was.',
    hint: 'Correct what is listed, or choose other values.',
  },
  scaffold_refused: {
    kind: 'fault',
    summary: 'A new project cannot be made there.',
    hint: 'Choose a folder that does not exist yet or is empty.',
  },
  scaffold_unwritable: {
    kind: 'fault',
    summary: 'A new project cannot be written there; nothing was left behind.',
    hint: 'Choose another folder, or give yourself the right and the room to write in this one, then type the command again.',
  },
  package_name_invalid: {
    kind: 'fault',
    summary: 'A package or extension cannot be called that; nothing was written.',
    hint: 'Choose a folder with another name; --name gives a package another one, but never the id of an extension.',
  },
  unknown_template: {
    kind: 'fault',
    summary: 'There is no such template; nothing was written.',
    hint: 'See `npm create mortise -- --help`.',
  },
  // MCP servers of the configuration.
  mcp_server_unavailable: {
    kind: 'refusal',
    summary: 'The MCP server of this tool is not connected.',
    hint: 'It is tried again by itself. Look at its state and its log, and check its command or url.',
  },
  mcp_server_failed: {
    kind: 'diagnostic',
    summary: 'An MCP server of the configuration cannot be used.',
    hint: 'See what it said last with `mortise mcp show <server>`; check its command or url, and that it speaks MCP.',
  },
  mcp_server_connecting: {
    kind: 'diagnostic',
    summary: 'An MCP server of the configuration has not answered yet; its tools are missing.',
    hint: 'Wait a moment; if it stays, run its command by hand, or open its url.',
  },
  mcp_server_unpinned: {
    kind: 'diagnostic',
    summary:
      'The tools of an MCP server were never approved: they are used as it lists them, whatever it makes of them later.',
    hint: 'Read them and pin them with `mortise mcp approve <server>`.',
  },
  mcp_update_waiting: {
    kind: 'diagnostic',
    summary: 'An MCP server offers other tools than were approved; the approved ones go on.',
    hint: 'Read the difference with `mortise mcp show <server>`, then run `mortise mcp approve <server>`.',
  },
  mcp_pin_unused: {
    kind: 'diagnostic',
    summary: 'mortise.lock pins an MCP server that the configuration does not have.',
    hint: 'Restore it in `mcp_servers`, or run `mortise mcp forget <server>`.',
  },
  mcp_offer_changed: {
    kind: 'fault',
    summary: 'The MCP server does not offer what was to be approved; nothing was approved.',
    hint: 'Read what it offers now with `mortise mcp show <server>`, and approve that.',
  },
  mcp_tool_refused: {
    kind: 'diagnostic',
    summary: 'A tool of an MCP server was left out.',
    hint: 'Rename the server or the tool so that mcp__<server>__<tool> is a tool name, or ask its author to fix the tool.',
  },
  // HTTP API.
  unauthorized: {
    kind: 'fault',
    summary: 'The request has no valid token.',
    hint: 'Send `Authorization: Bearer <token>`; the token is in the token file of the host, or make one with `mortise token create`.',
  },
  forbidden: {
    kind: 'fault',
    summary: 'The token is valid and does not open this.',
    hint: 'Use one with the role or the agent that the message names; `mortise token list` shows what each may do, `mortise token create` makes another.',
  },
  identity_unusable: {
    kind: 'fault',
    summary: 'The keys of agents cannot be had: their secret is not one of this account alone.',
    hint: 'Give the folder mode 0700 and the file in it 0600, or remove the folder to have new keys made.',
  },
  token_unknown: {
    kind: 'fault',
    summary: 'There is no token of this id.',
    hint: 'Run `mortise token list`; the id is the part of a token between its two underscores.',
  },
  token_not_rotated: {
    kind: 'fault',
    summary: 'This host was given its operator token by the program that started it.',
    hint: 'Give that program another token; nothing was changed.',
  },
  token_invalid: {
    kind: 'fault',
    summary: 'A token cannot be made of this.',
    hint: 'Correct what the message names; nothing was made.',
  },
  token_store_failed: {
    kind: 'fault',
    summary: 'The tokens of this host cannot be read or kept.',
    hint: 'Look at `mortise doctor`; until it is well only the token of the token file is accepted.',
  },
  host_forbidden: {
    kind: 'fault',
    summary: 'The request names a host that this server does not serve.',
    hint: 'Use the address the server printed, or add the name to its allowed hosts.',
  },
  origin_forbidden: {
    kind: 'fault',
    summary: 'The request comes from a web page that is not allowed.',
    hint: 'Add the origin to the allowed origins if you trust that page.',
  },
  unknown_call: {
    kind: 'fault',
    summary: 'This call is not among the last that were followed.',
    hint: 'Calls are followed step by step while a console or another stream of events is open; `mortise why <call>` asks the audit log.',
  },
  config_not_kept: {
    kind: 'fault',
    summary: 'This host was started without a configuration file that it could change.',
    hint: 'Start it with `mortise serve`, or change the configuration where the program makes it.',
  },
  nothing_waits: {
    kind: 'fault',
    summary: 'Nothing of this name or hash waits for approval.',
    hint: 'It may have been approved or changed meanwhile; look again, or see `mortise update`.',
  },
  sign_in_refused: {
    kind: 'fault',
    summary: 'Nothing is signed in: the link was used or is too old, or the token is not good.',
    hint: 'Type `mortise console` for a link that is new, or sign in with a token.',
  },
  console_not_built: {
    kind: 'fault',
    summary: 'The console was not built in this checkout.',
    hint: 'Run `pnpm build`, then load the page again.',
  },
  route_unknown: {
    kind: 'fault',
    summary: 'There is nothing at this address.',
    hint: 'See /openapi.json for what there is.',
  },
  method_not_allowed: {
    kind: 'fault',
    summary: 'This address does not take this method.',
    hint: 'See the Allow header.',
  },
  content_type_unsupported: {
    kind: 'fault',
    summary: 'The body is of a type that is not read here.',
    hint: 'Send JSON with `Content-Type: application/json`.',
  },
  body_too_large: {
    kind: 'fault',
    summary: 'The body is larger than a body may be.',
    hint: 'Send less at once.',
  },
  request_invalid: {
    kind: 'fault',
    summary: 'The request does not match its schema.',
    hint: 'Correct the value at the path given; /openapi.json has the schema.',
  },
  too_busy: {
    kind: 'fault',
    summary: 'Too many requests are under way.',
    hint: 'Try again after the time in the Retry-After header.',
  },
  unknown_extension: {
    kind: 'fault',
    summary: 'No extension of this name is loaded.',
    hint: 'List the extensions and check the spelling.',
  },
  unknown_mcp_server: {
    kind: 'fault',
    summary: 'No MCP server of this name is mounted.',
    hint: 'List them with `GET /api/mcp-servers` and check the spelling.',
  },
  internal_error: {
    kind: 'fault',
    summary: 'The host failed to answer.',
    hint: 'Look at the log of the host.',
  },
  token_file_unsafe: {
    kind: 'fault',
    summary: 'The token file cannot be trusted.',
    hint: 'Delete it to have a new one made, or give it mode 0600 and a token of at least 32 characters. A program names it with `tokenFile`.',
  },
  hosts_needed: {
    kind: 'fault',
    summary: 'A server on every address of a machine has to know by which names it is called.',
    hint: 'Add them with `--allowed-host <name>` (MORTISE_ALLOWED_HOSTS, `serve.allowedHosts`) or `--public-url <url>`.',
  },
  not_loopback: {
    kind: 'fault',
    summary: 'A server without authentication must stay on this machine.',
    hint: 'Bind to 127.0.0.1, or turn authentication on.',
  },
} as const satisfies Record<string, CodeEntry>;

export type ErrorCode = keyof typeof ERROR_CODES;

type CodeOfKind<Kind extends CodeEntry['kind']> = {
  [Code in ErrorCode]: (typeof ERROR_CODES)[Code]['kind'] extends Kind ? Code : never;
}[ErrorCode];

export type RefusalCode = CodeOfKind<'refusal'>;
export type FailureCode = CodeOfKind<'failure'>;
export type OutcomeCode = RefusalCode | FailureCode;
