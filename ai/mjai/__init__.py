"""The mjai protocol: our bots at other tables (``client``), external programs at ours (``external``).

mjai is JSON lines: events come in, and whoever may act answers with the event that it wants. Two ways of
putting them on lines are in use. In *batches*, a line is a list of all events up to one at which the player
may act, and each line is answered, with ``{"type":"none"}`` where nothing is wanted (mjai.app). As *lines*,
each event stands alone; programs like Mortal answer those at which they may act, unless the event carries
``"can_act": false``.
"""
