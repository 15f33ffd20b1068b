-- Traces: a run continues the trace in which it was opened. ADR 0056.

-- The span in which it was opened, as in the header `traceparent`. NULL: outside of any trace.
ALTER TABLE runs ADD COLUMN traceparent text CHECK (traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$');
